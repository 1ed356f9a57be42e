@i function g(a!::Fixed; tol=1.0)
    a! += tol
end
@i function f(y!::Fixed, x::Fixed)
    g(y!; tal=2.0)
    y! += x
end
