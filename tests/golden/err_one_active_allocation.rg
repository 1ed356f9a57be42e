@i function f(y!::Fixed, x::Fixed)
    @anc t = x
    y! += t
end
