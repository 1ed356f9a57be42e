function element(v::Vector{Fixed})
    v[1] = 2
    return v[1]
end
function repeated(x)
    while true
        x /= 2
    end
    return x
end
function nothing_at_all(x)
    y = x
    return
end
function by_number(x, n)
    s = 0.0
    for i = 1:n/2
        s += x^i
    end
    return s
end
function unused(x)
    x + 1
    return x
end
function inner(x)
    g(t) = t * x
    x = 2x
    return g(x)
end
function early(v::Vector{Fixed})
    for x in v
        if x > 1
            return v
        end
    end
    return v
end
function changes(v::Vector{Fixed})
    s = 0.0
    return sum(v) do x
        s = x^2
        s
    end
end
function left(x)
    if x > 1
        break
    end
    return x
end
function caught(x)
    try
        y = sqrt(x)
    catch
    end
    return y
end
function no_value(x)
    if x > 1
        y = x
    end
end
function index(v::Vector{Fixed})
    s = 0.0
    for i = 1:length(v)
        s += v[i / 2]
    end
    s
end
function unfinished(x)
    y = x
    return y

@i function main(y!::Fixed, x::Fixed)
    y! += x
end
