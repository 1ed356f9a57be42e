@i function f(y!::Fixed, x::Fixed)
    y! + x
end
