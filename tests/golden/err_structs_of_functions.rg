struct Open
    a
end

struct Named
    name::String
    a::Float64
end

@kwdef struct Point
    x::Float64
    y::Float64 = 2x
end

function open(p::Open, v)
    s = 0.0
    for e in v
        s += p.a * e
    end
    return s
end

function named(p::Named, v)
    s = 0.0
    for e in v
        s += p.a * e
    end
    return s
end

function missing_field(x)
    return Point(y = x).x
end

function other_field(x)
    return Point(z = x).x
end

function twice(x)
    return Point(x = x, x = 2).x
end

function some(x)
    p = Point(x; y = 2)
    return p.x
end

struct Node
    a::Float64
    next::Vector{Node}
end

function linked(p::Node, v)
    s = 0.0
    for e in v
        s += p.a * e
    end
    return s
end

function large(x, v)
    q = (x, x, x, x, x, x, x, x, x, x)
    p = (q, q, q, q, q, q, q)
    for e in v
        p = (q, p[1], p[2], p[3], p[4], p[5], p[6])
    end
    return p[7][1]
end
