@i function f(y!::Int, n::Int)
    print(n)
    y! += n
end
