@i function f(y!::Fixed, x::Fixed)
    y! += x * 1e30
end
