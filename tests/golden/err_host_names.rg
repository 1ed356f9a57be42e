function pushed(x)
    r = [x]
    s = r
    push!(r, 2x)
    return sum(s)
end
function exchanged(v)
    a = copy(v)
    b = zeros(length(v))
    c = a
    a, b = b, a
    b[1] = 7.0
    return c
end
function argument(v)
    a = v
    b = zeros(length(v))
    a, b = b, a
    b[1] = 7.0
    return sum(v)
end
