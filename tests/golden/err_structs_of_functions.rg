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
