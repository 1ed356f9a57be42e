@i function f(y!::Fixed, x::Fixed)
    if x > 0
        y! += x
    end if
end
