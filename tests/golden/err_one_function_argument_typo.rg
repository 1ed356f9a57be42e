@i function apply!(y!, f, x)
    y! += f(x)
end

@i function f(y!::Fixed, x::Fixed)
    apply!(y!, sn, x)
end
