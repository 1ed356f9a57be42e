@fn f(x) = let y = x * x
    y + 1
