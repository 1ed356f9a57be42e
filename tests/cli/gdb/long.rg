@i function long(y!::Int, n::Int)
    for i = 1:n
        y! += i
    end
end
