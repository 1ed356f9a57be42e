@i function f(y!::Fixed, x::Fixed)
    y! += sine(x)
end
