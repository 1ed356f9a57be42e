function one_branch(x)
    if x > 1
        y = 2
    end
    return y
end
function of_whole(v::Vector{Int}, x)
    s = 0
    for n in v
        s += n ÷ x
    end
    return s
end
