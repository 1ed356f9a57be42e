function pair(n)
    n < 1 && return [1.0, 2.0]
    return pair(n - 1) .+ pair(n - 2)
end

function both(n)
    n < 1 && return (1.0, 2.0)
    a, b = both(n - 1)
    c, d = both(n - 2)
    return (a + c, b + d)
end

function total(v::Vector{Float64})
    length(v) == 1 && return v[1]
    m = length(v) ÷ 2
    return total(v[1:m]) + total(v[m+1:end])
end

function count(n::Int)
    n < 1 && return 0
    return count(n - 1) + count(n - 2) + 0.5
end
