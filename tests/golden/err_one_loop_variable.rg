@i function f(y!::Int, n::Int)
    for i = 1:n
        i += 1
    end
end
