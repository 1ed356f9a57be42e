@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    @routine begin
        t += x^2
    end
    y! += t
    t → 0.0
end
