function one_branch(x)
    if x > 1
        y = 2
    end
    return y
end
function untyped(v)
    s = 0.0
    for x in v
        s += x
    end
    return s
end
