@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    t → 0.0
    t += x
    y! += t
end
