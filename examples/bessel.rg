# The Bessel function of the first kind (Liu and Zhao, arXiv:2003.04617, section 4.2):
# constant memory, because the terms are multiplied in place and uncomputed arithmetically.

"Multiply out! by x; anc! is nearly zero before and after (a dirty ancilla)."
@i @inline function imul(out!, x, anc!)
    anc! += out! * x
    out! -= anc! / x
    SWAP(out!, anc!)
end

@i function ifactorial(out!, n)
    anc ← zero(out!)
    out! += 1
    for i=1:n
        imul(out!, i, anc)
    end
    anc → zero(out!)
end

@i function ibesselj(out!::Fixed, v::Int, z::Fixed; atol=1e-8)
    @routine begin
        k ← 0
        @zeros Fixed fact_nu halfz halfz_power_nu halfz_power_2 out_anc
        @zeros Fixed anc1 anc2 anc3 anc4 anc5
        halfz += z / 2
        halfz_power_nu += halfz ^ v
        halfz_power_2 += halfz ^ 2
        ifactorial(fact_nu, v)
        anc1 += halfz_power_nu / fact_nu
        out_anc += anc1
        while (abs(anc1) > atol && abs(anc4) < atol, k != 0)
            k += 1
            @routine begin
                anc5 += k
                anc5 += v
                anc2 -= k * anc5
                anc3 += halfz_power_2 / anc2
            end
            imul(anc1, anc3, anc4)
            out_anc += anc1
            ~@routine
        end
    end
    out! += out_anc
    ~@routine
end

#! run ibesselj --set v=2 --set z=1.0 --grad out!
#! tolerance 1e-8
#! value out! 0.11490348493190047
#! gradient z 0.21024361588113258
#! restored true
#! run ibesselj --set v=2 --set z=1.0 --hessian out!
#! tolerance 1e-6
#! hessian out!,z [[0,0],[0,0.13446683891456889]]
#! restored true
#! run ibesselj --set v=0 --set z=0.5
#! tolerance 1e-8
#! value out! 0.938469807240813
#! run imul --set out!=2.0 --set x=4.0 --set anc!=0.0
#! value out! 8
#! value anc! 0
