needs(x; k) = k * x
calls(x) = needs(x)
