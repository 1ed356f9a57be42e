@i function f(y!::Int, n::Int)
    for i in 1:n:
        y! += i
    end
end
