@i function f!(y!::Int, s::Matrix{Int}, t::Vector{Int})
    m, n ← size(s)
    k, l ← length(t), size(s, 1)
    y! += m * n + k * l
    m → size(s, 1)
end
@i function g!(y!::Int, s::Matrix{Int})
    m, n ← size(s)
    y! += m * n
    m, n → size(s)
end
