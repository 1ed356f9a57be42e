@i function f(y!::Fixed, x::Fixed)
    if x > 0 then
        y! += x
    end
end
