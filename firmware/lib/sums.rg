# Sums and products of vectors. `using Sums`

"out! += the sum of the elements of x, a vector of any type with `+=`."
@i function i_sum(out!, x::AbstractVector)
    for i = 1:length(x)
        out! += x[i]
    end
end

"out! += the sum of the elements of a matrix."
@i function i_sum(out!, A::AbstractMatrix)
    for j = 1:size(A, 2), i = 1:size(A, 1)
        out! += A[i, j]
    end
end

"out! *= the product of the elements of x. out! is a Log, so zeros trap (R0809)."
@i function i_prod(out!::Log, x::AbstractVector{Log})
    for i = 1:length(x)
        out! *= x[i]
    end
end

@i function i_prod(out!::Log, x::AbstractVector)
    for i = 1:length(x)
        out! *= convert(x[i])
    end
end

"out! += the product of the elements of x, none zero; computed by logarithms, so a long product neither overflows nor underflows on its way."
@i function i_prod(out!::Fixed, x::AbstractVector{Fixed})
    @routine begin
        p ← one(Log)
        i_prod(p, x)
    end
    out! += convert(p)
    ~@routine
end

"out! += the sum of x[i] y[i]. Vectors of Fixed: exact products, rounded once."
@i function i_dot(out!::Fixed, x::AbstractVector{Fixed}, y::AbstractVector{Fixed})
    out! += dot(x, y)
end

"out! += the sum of conj(x[i]) y[i]."
@i function i_dot(out!, x::AbstractVector, y::AbstractVector)
    @assert length(x) == length(y)
    for i = 1:length(x)
        out! += conj(x[i]) * y[i]
    end
end

"y! += a x. a: a number; x, y!: vectors of one length."
@i function i_axpy!(a, x::AbstractVector, y!::AbstractVector)
    y! .+= a .* x
end

"out! += the sum of |x[i]|^2. Vectors of Fixed: exact squares, rounded once."
@i function i_norm2(out!::Fixed, x::AbstractVector{Fixed})
    out! += dot(x, x)
end

@i function i_norm2(out!, x::AbstractVector)
    for i = 1:length(x)
        out! += abs2(x[i])
    end
end

"out! += the length of x. One ancilla; of small x one more for each element. The derivative at x = 0 is 0."
@i function i_norm(out!::Fixed, x::AbstractVector)
    @routine begin
        s ← zero(Fixed)
        i_norm2(s, x)
    end
    if (s < 1e-6, ~) # squares this small have lost their digits
        @routine begin
            r ← zeros(Fixed, length(x) + 1)
            for i = 1:length(x)
                r[i+1] += hypot(r[i], abs(x[i]))
            end
        end
        out! += r[length(x)+1]
        ~@routine
    else
        out! += sqrt(s)
    end
    ~@routine
end

"out! += |x1 - x2|^2"
@i function i_sqdistance(out!, x1::AbstractVector{T}, x2::AbstractVector{T}) where T
    @assert length(x1) == length(x2)
    for i = 1:length(x1)
        out! += abs2(x1[i] - x2[i])
    end
end

"x! becomes its running sums x1, x1 + x2, ..., in place; the inverse gives the differences."
@i function i_cumsum!(x!::AbstractVector)
    for i = 2:length(x!)
        x![i] += x![i-1]
    end
end

"out! += the running sums of x."
@i function i_cumsum!(out!::AbstractVector{T}, x::AbstractVector{T}) where T
    @assert length(out!) == length(x)
    @routine begin
        s ← zeros(T, length(x))
        s .+= x
        i_cumsum!(s)
    end
    out! .+= s
    ~@routine
end

"`out! += sum(x)` of a vector or a matrix."
@i function (:+=)(sum)(out!, x::AbstractVector)
    i_sum(out!, x)
end

@i function (:+=)(sum)(out!, A::AbstractMatrix)
    i_sum(out!, A)
end

"out! += Σ f(x[i]), f a struct for which the program's i_map(y!, f, x) adds f(x) to y!."
@i function i_sum(out!, f, x::AbstractVector)
    for i = 1:length(x)
        i_map(out!, f, x[i])
    end
end

"The same for a function that the call names: i_sum(out!, exp, x)."
@i function i_sum(out!, f::Function, x::AbstractVector)
    for i = 1:length(x)
        out! += f(x[i])
    end
end
