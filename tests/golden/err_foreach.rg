# What a foreach cannot do.
function total(v)
    s = 0.0
    foreach(v) do x
        if x < 0
            continue
        end
        s += x
    end
    return s
end
function shown(v)
    foreach(println, v)
    return sum(v)
end
