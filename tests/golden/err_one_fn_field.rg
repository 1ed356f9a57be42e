@fn f(z) = z.re + 1
