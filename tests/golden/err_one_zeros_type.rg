@i function f(y!::Fixed, x::Fixed)
    @zeros Fxed a b
    a += x
    y! += a
    a -= x
    ~@zeros Fixed a b
end
