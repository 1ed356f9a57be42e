@i function f(y!::Int, n::Int)
    g(x) = x + 1
    y! += g(n)
end
