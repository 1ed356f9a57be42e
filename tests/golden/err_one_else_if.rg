@i function f(y!::Fixed, x::Fixed)
    if x > 0
        y! += 1
    else if x < 0
        y! -= 1
    end
end
