@i function dirty(y!::Fixed, x::Fixed)
    t ← 0.0
    t += x
    y! += t
    t → 0.0
end
