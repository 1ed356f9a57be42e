@fn several(v::Vector{Fixed}, w::Vector{Fixed}) = maximum(v[i] for i = 1:length(v) if w[i] > 0)
