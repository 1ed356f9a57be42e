@fn f(v::Vector{Fixed}) = foldl(v, 0, (s, x) -> s + x)
