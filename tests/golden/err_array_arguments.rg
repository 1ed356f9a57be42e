@i function f(y!::Fixed, Y!::Matrix{Fixed}, x::Vector{Fixed}, A::Matrix{Fixed})
    y! += sum(exp(A))
    Y! += exp(A)
    y! += sqrt([x[1], 2])
    y! += hypot(x, 2)
    y! += sum(cumsum(x))
    y! += count(x) + 1
    y! += x[1] * [1, 2]
    y! += A * x
    if x == A[1, :]
        y! += 1
    end
end
