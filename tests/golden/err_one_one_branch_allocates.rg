@i function f(y!::Fixed, x::Fixed)
    if (x > 0, ~)
        t ← 0.0
    end
    y! += x
    t → 0.0
end
