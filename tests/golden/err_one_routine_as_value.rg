@i function g(a!::Fixed)
    a! += 1
end
@i function f(y!::Fixed, x::Fixed)
    y! += g(x)
end
