@fn g(x) = ln(x)
@fn p(A::Matrix{Fixed}, x::Vector{Fixed}) = sum(A, dims=1)[1] + sum(x)
@i function f(y!::Fixed, x::Fixed)
    y! += g(x)
end
