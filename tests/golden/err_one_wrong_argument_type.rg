@i function g(a!::Int)
    a! += 1
end
@i function f(y!::Fixed, x::Fixed)
    g(y!)
    y! += x
end
