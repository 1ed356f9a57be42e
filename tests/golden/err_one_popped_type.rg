@i function f(y!::Fixed)
    s ← stack(Fixed, 4)
    s[end+1] ← 2.0
    s[end] ↔ b::Int
    y! += b
    s[end+1] ↔ b
    s[end] → 2.0
    s → stack(Fixed, 4)
end
