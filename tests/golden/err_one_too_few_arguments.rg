@i function g(a!::Fixed, b::Fixed)
    a! += b
end
@i function f(y!::Fixed, x::Fixed)
    g(y!)
    y! += x
end
