@i function f(y!::Int, n::Int)
    y! %= n
end
