# The exponential by its series, in constant memory (NiLang draft, section 4.2).
@i function iexp(out!::Fixed, x::Fixed; atol=1e-8)
    @routine begin
        @zeros Fixed anc1 anc2 anc3 expout
        iplus ← 0
        expout += 1
        anc1 += 1
        while (abs(anc1) > atol, iplus != 0)
            iplus += 1
            anc2 += anc1 * x
            anc3 += anc2 / iplus
            expout += anc3
            # Arithmetic uncompute: what rounding leaves in anc1 and anc2 is undone on the way back.
            anc1 -= anc2 / x
            anc2 -= anc3 * iplus
            SWAP(anc1, anc3)
        end
    end
    out! += expout
    ~@routine
end

#! run --set x=1.6 --grad out!
#! tolerance 2e-8
#! value out! 4.9530324243951149
#! gradient x 4.9530324243951149
#! restored true
#! run --set x=1.6 --hessian out!
#! tolerance 2e-8
#! hessian out!,x [[0,0],[0,4.9530324243951149]]
#! restored true
