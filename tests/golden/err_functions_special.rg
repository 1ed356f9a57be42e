@fn f(x) = gamma(x) + 1
@i function g(y!::Fixed, x::Fixed)
    y! += erf(x)
end
