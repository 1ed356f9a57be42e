@i function f(y!::Fixed, x::Fixed)
    @routine a begin
        t ← 0.0
        t += x
    end
    @routine b begin
        u ← 0.0
        u += t
    end
    y! += u
    ~@routine a
    ~@routine b
end
