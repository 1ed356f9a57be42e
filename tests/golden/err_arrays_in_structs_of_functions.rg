struct Pairs
    parts::Vector{Float64}
    w::Float64
end
function many(ps::Vector{Pairs})
    s = 0.0
    for p in ps
        s += p.w
    end
    return s
end
