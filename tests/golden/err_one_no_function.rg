applied(g, x) = g(x)
@i function f(y!::Fixed, x::Fixed)
    y! += applied(2, x)
end
