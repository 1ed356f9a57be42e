@i function sums(y!::Fixed, v::Vector{Fixed})
    y! += sum(v)
    y! += norm(v)
    y! += erf(v[1])
    y! .+= map(sin, v)
    if isapprox(y!, 2.0)
        y! += factorial(3)
    end
end
