behind(x, k=2, y) = x
