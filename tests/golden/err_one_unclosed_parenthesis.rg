@i function f(y!::Int)
    y! += ((1 + 2)
end
