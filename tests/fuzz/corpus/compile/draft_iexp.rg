using NiLang, NiLang.AD

@i function iexp(out!::Fixed, x::Fixed; atol::Float64=1e-14)

    @anc anc1 = zero(x)
    @anc anc2 = zero(x)
    @anc anc3 = zero(x)
    @anc iplus = 0
    @anc expout = zero(x)

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
