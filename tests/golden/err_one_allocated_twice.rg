@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    t ← 1.0
    t → 1.0
    t → 0.0
end
