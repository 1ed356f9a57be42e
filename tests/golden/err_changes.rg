# What a function changes has one name.
mutable struct P
    x::Float64
    v::Vector{Float64}
end
same(p) = p
function two_names(a, v)
    p = P(a, v)
    q = p
    q.x = 2a
    return p.x
end
function in_a_list(a, v)
    p = P(a, v)
    ps = [p, p]
    p.x = 2a
    return ps[1].x
end
function given_back(a, v)
    p = P(a, v)
    q = same(p)
    p.x = 2a
    return q.x
end
function shared_array(a, v)
    p = P(a, v)
    p.v[1] = a
    return p.v[1]
end
