function area(r, kind)
    if kind == "circle"
        return 3.0 * r
    end
    return r * r
end
