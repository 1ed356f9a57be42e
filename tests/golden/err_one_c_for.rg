@i function f(y!::Int, n::Int)
    for (i = 0; i < n; i += 1)
        y! += i
    end
end
