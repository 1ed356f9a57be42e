@i function f(y!::Int, n::Int)
    local t = 3
    y! += n
end
