#! run --set x=2
@i function f(y!::Fixed, x::Fixed)
    @routine begin
        s ← 0.0
        s += x
    end
    y! += s
    s += 1
    ~@routine
end
