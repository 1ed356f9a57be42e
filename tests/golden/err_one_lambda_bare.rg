# no parentheses around the two parameters of a function
@fn f(v::Vector{Fixed}) = foldl(s, x -> s + x, 0, v)
