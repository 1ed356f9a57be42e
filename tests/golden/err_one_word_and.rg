@i function f(y!::Int, n::Int)
    if n > 0 and n < 3
        y! += 1
    end
end
