@fn product(p) = fst(p) * snd(p)
@fn square(x) = product((x, x))
