# What --emit=unf prints of each form of an @fn (print_unary.unf).
@fn product(x, y) = let z = x * x in z * sin(y) + z / 2
@fn chosen(x, y) = x < y ? x - y : -x
@fn norm(v::Vector{Fixed}) = sqrt(foldl((s, e) -> s + e * e, 0.0, v))
@fn scaled(a, v::Vector{Fixed}) = map(e -> a * product(e, e), v)
@fn dotted(u::Vector{Fixed}, v::Vector{Fixed}) = foldl((s, e) -> s + e, 0.0, map2((p, q) -> p * q, u, v))
@fn twofold(x) = (x + 1, exp(x))
