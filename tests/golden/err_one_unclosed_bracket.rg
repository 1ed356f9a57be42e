@i function f(y!::Fixed, x::Fixed)
    y! += [1, 2
end
