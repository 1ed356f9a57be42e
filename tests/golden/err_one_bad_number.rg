@i function f(y!::Int, n::Int)
    y! += 99999999999999999999
end
