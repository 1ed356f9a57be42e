@i function g(a!::Int, b::Int)
    a! += b
end
@i function g(a!::Bool, b::Int)
    a! ⊻= b > 0
end
@i function f(y!::Fixed)
    g(y!, 3)
end
