@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    t ← 1.0
    y! += x
    t → 1.0
end
