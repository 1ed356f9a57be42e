# Calls that no routine, or more than one, suits; compounds as arguments and ancillas.
abstract type Shape end

struct Disc <: Shape
    r::Fixed
end

struct Grid
    cells::Vector{Fixed}
    at::Complex{Int}
end

struct Chain
    next::Chain
end

@i function kept(z::Complex{Fixed})
    @anc w = z
    v ← 1.0 + 2im
    v += 1
end

@i function pair(a!, b::Int)
    a! += b
end

@i function pair(a!::Int, b)
    a! += b
end

@i function calls(n!::Int, m::Int, z!::Complex{Fixed})
    pair(n!, m)
    twice(z!, z!.re)
end

@i function twice(z!::Complex, x!::Fixed)
    z! += x!
end

@i function area(y!::Fixed, s::Shape)
    y! += s.r
end

@i function bounded(y!, x::T) where T<:Integer
    y! += x
end

@i function shapes(y!::Fixed, z::Complex{Fixed}, g!::Grid)
    area(y!, z)
    area(y!, Shape(1.0))
    bounded(y!, z.re)
    g! += g!
    g!.cells += 1
    g!.at.re[1] += 1
    h ← Grid(zeros(Fixed, 3), 1im)
    h.cells[1] += 1
end

@i function nested(v!::Vector{Grid})
    v![1].at.re += 1
end

@i function looped(c!::Chain)
    c!.next.next += 1
end
