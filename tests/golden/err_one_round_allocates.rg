@i function f(y!::Int, n::Int)
    for i = 1:n
        t ← 0
        t += i
    end
    y! += n
end
