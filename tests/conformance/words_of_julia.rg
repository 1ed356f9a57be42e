# Words of Julia: export, in, ∈, f(x) = begin ... end, ::Nothing, and conditions before || error(...).
export f, g

g(x) = begin
    t = x^2
    t + 1
end

function chosen(x)
    k = 2
    if k in 1:3 && !(k in (4, 5))
        return g(x)
    end
    return 0
end

@i function f(y!::Fixed, x::Vector{Fixed}, k::Int)::Nothing
    k > 0 || error("k is positive")
    k > 9 && throw(DomainError(k))
    if k in [1, 2, 3]
        y! += 2
    end
    if k ∈ (1, 2)
        y! += 10
    end
    if !(k in 1:3)
        y! += 100
    end
    if k in 3:4 || k in x && k + 1 in 1:3
        y! += 1000
    end
    y! += 10000 * count(e in (1, 3) for e in x) + 100000 * sum(e for e in x if e in 2:3)
    y! += (k in 1:2) ? 0.5 : 0.25
end

@i function h(y!::Fixed, x::Fixed)
    y! += chosen(x)
end

#! run f --set x=[1,2,3] --set k=2
#! value y! 521012.5
#! run h --set x=3 --grad y!
#! value y! 10
#! gradient x 6
