@i function g(y!, x=2)
    y! += x
end
@i function f(y!::Int)
    g(y!)
end
