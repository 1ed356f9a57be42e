# Factorials, products in place, Bessel functions. `using Special`

"out! := out! x for numbers that are not zero, nearly: anc! is nearly zero before and after (a dirty ancilla), the rounding of out! x. For exact products see MULDIV."
@i function i_dirtymul(out!::Fixed, x::Fixed, anc!::Fixed)
    anc! += out! * x
    out! -= anc! / x
    SWAP(out!, anc!)
end

"out! := out! x, exactly; anc! is 0 before and after. x is not 0."
@i function i_dirtymul(out!::Int, x::Int, anc!::Int)
    anc! += out! * x
    out! -= anc! ÷ x
    SWAP(out!, anc!)
end

"out! += n!, n from 0 to 20."
@i function i_factorial(out!::Int, n::Int)
    @assert 0 <= n && n <= 20
    @routine begin
        f ← 1
        anc ← 0
        for i = 1:n
            i_dirtymul(f, i, anc)
        end
    end
    out! += f
    ~@routine
end

"out! += log(n!), n from 0 on; the gradient is for out! alone, n is whole."
@i function i_logfactorial(out!::Fixed, n::Int)
    @assert 0 <= n
    for i = 2:n
        out! += log(convert(Fixed, i))
    end
end

"out! += J_v(z), the Bessel function of the first kind, v from 0 on. Its series; each term is made from the last one by MULDIV, which keeps what rounding takes in the machine's accumulator. |z| up to about 8: then the terms grow and cancel."
@i function i_besselj(out!::Fixed, v::Int, z::Fixed)
    @assert 0 <= v
    if (z == 0, ~)
        if (v == 0, ~)
            out! += 1 - z^2 / 4
        elseif (v == 1, ~)
            out! += z / 2
        elseif (v == 2, ~)
            out! += z^2 / 8
        end
    else
        @routine begin
            k ← 0
            sum ← 0.0
            term ← 1.0
            for i = 1:v
                MULDIV(term, z, 2i)
            end
            sum += term
            while (term != 0, k != 0)
                k += 1
                MULDIV(term, z, -2k)
                MULDIV(term, z, 2(k + v))
                sum += term
            end
        end
        out! += sum
        ~@routine
    end
end

"log(1 + exp(x)): the logarithm of a sum, of its parts' logarithms 0 and x."
@i function (:+=)(gaussian_log)(out!::Fixed, x::Fixed)
    out! += log1p(exp(x))
end

"log(1 - exp(x)), x below 0."
@i function (:+=)(gaussian_nlog)(out!::Fixed, x::Fixed)
    out! += log1p(-exp(x))
end

"x! := n x!, exactly; n is not 0."
@i function mulint(x!::Fixed, n::Int)
    MULDIV(x!, n, 1)
end

"x! := x! / n, which must leave no remainder: the inverse of mulint. For others see MULDIV."
@i function divint(x!::Fixed, n::Int)
    (~mulint)(x!, n)
end
