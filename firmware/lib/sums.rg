# Sums and products of vectors. `using Sums`

"out! += the sum of x"
@i function i_sum(out!, x::AbstractVector)
    for i = 1:length(x)
        out! += x[i]
    end
end

"out! += the sum of x[i] y[i]"
@i function i_dot(out!, x::AbstractVector, y::AbstractVector)
    @assert length(x) == length(y)
    for i = 1:length(x)
        out! += x[i] * y[i]
    end
end

"y! += a x"
@i function i_axpy!(a, x::AbstractVector, y!::AbstractVector)
    y! .+= a .* x
end

"out! += the sum of the squares of x"
@i function i_norm2(out!, x::AbstractVector)
    for i = 1:length(x)
        out! += x[i]^2
    end
end
