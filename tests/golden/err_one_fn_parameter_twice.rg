@fn f(x, x) = x
