@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    @rutine begin
        t += x
    end
    t → 0.0
end
