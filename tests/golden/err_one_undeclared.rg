@i function f(y!::Fixed, x::Fixed)
    tmp += x
    y! += tmp
    tmp -= x
end
