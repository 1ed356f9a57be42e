# A function that is applied to itself has no end.
ap(g, x) = g(g, x)
h(x) = ap(ap, x)
