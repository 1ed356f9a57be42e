@fn f(x) = x +
@fn g(x) = x
