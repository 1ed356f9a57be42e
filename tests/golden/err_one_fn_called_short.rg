@fn f(x, f) = x + f
@i function g(y!::Fixed, x::Fixed)
    f(y!, x)
end
