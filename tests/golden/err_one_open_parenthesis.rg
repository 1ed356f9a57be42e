@i function f(y!::Fixed, x::Fixed)
    y! += sin((x + 1)
    y! += 2
end
