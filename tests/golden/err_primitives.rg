f(x, y) = x * y
primitive_grad(::typeof(f), x) = y
g(x) = x
primitive_grad(::typeof(g), x) = (x, x)
primitive_grad(::typeof(g), x) = x
h(v::Vector{Fixed}) = sum(v)
primitive_grad(::typeof(h), v) = v
pair(x) = (x, x)
primitive_grad(::typeof(pair), x) = 1.0
primitive_grad(::typeof(sin), x) = cos(x)
@i function routine(y!, x)
    y! += x
end
primitive_grad(::typeof(routine), x) = 1.0
