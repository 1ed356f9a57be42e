#! run --set x=3
@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    @routine begin
        t += 2x
    end
    y! += t
    x += 1
    ~@routine
    t → 0.0
end
