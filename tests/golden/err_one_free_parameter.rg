@i function f(y!::Fixed, x::Fixed)
    y! += x
    x → 0.0
end
