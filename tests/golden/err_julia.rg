module Listing
export values
@i function values(y!::Fixed, v::Vector{Fixed}, k::Int)
    y! += sum(v)
    y! += norm(v)
    y! .+= map(sin, v)
    if isapprox(y!, 2.0)
        k += 1
    end
    for (i, x) in enumerate(v)
        y! += i * x
    end
    if k ∈ 1:3
        y! += 1
    end
end
println(values(0.0, [1.0], 2))
