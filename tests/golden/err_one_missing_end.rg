@i function f(y!::Fixed, x::Fixed)
    for i = 1:3
        y! += x
end
