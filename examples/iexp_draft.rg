# The exponential as the first paper prints it (NiLang draft, section 5.2). atol = 1e-14 is 0 in 43 fraction bits. The loop ends
# when a term vanishes, and the remainders of the divisions stay in it. At 1e-8 the result is as good. iexp_bank.rg does better.
@i function iexp(out!, x::T; atol::Float64=1e-14) where T
    @anc anc1 = zero(T)
    @anc anc2 = zero(T)
    @anc anc3 = zero(T)
    @anc iplus = 0
    @anc expout = zero(T)

    out! += identity(1.0)
    @routine r1 begin
        anc1 += identity(1.0)
        while (value(anc1) > atol, iplus != 0)
            iplus += identity(1)
            anc2 += anc1 * x
            anc3 += anc2 / iplus
            expout += identity(anc3)
            # arithmetic uncompute
            anc1 -= anc2 / x
            anc2 -= anc3 * iplus
            SWAP(anc1, anc3)
        end
    end

    out! += identity(expout)

    ~@routine r1
end

#! run --set out!=0.0 --set x=1.6 --set atol=1e-8 --grad out!
#! tolerance 1e-8
#! value out! 4.9530324243951149
#! gradient x 4.9530324243951149
#! gradient out! 1
#! restored true
#! run --set out!=0.0 --set x=1.6 --grad out!
#! tolerance 4e-8
#! value out! 4.9530324243951149
#! gradient x 4.9530324243951149
#! restored true
#! run --set out!=4.9530324210654726 --set x=1.6 --backward
#! tolerance 1e-12
#! value out! 0
#! run --set out!=0.0 --set x=1.6 --set atol=1e-8 --hessian out!
#! tolerance 1e-6
#! hessian out!,x,atol [[0,0,0],[0,4.9530324243951149,0],[0,0,0]]
#! restored true
