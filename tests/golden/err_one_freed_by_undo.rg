# ~@routine freed t already.
@i function f(y!::Fixed, x::Fixed)
    @routine begin
        t ← 0.0
        t += sin(x)
    end
    y! += t
    ~@routine
    t → 0.0
end
