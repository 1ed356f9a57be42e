# Built-in functions given what they are not defined for.
struct Pair
    a::Fixed
    b::Fixed
end

const limit = undefined_name

@i function kinds(y!::Fixed, l::Log, p::Pair, n::Int, A::Vector{Fixed})
    y! += min(l, l)
    y! += sin(p)
    y! += sin(l)
    y! += exp(n, n)
    y! += tget(p, 1)
    y! += p.c
    y! += p
    y! += A
    y! += Inf
    y! += log(0.0)
    y! += 1.0 ÷ 2.0
    y! += y.(3)
    y! += size(A, 3)
    y! += size(3, 1)
    y! += limit
    y! += n ^ n
    n ⊻= 1.5
    y! += factorial(n)
    y! += 3 |> 4
    y! += Fixed(1, 2)
end
