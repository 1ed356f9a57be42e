@i function f(y!::Fixed, x::Fixed)
    y! += x ** 2
end
