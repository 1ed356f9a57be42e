@i function differ(y!::Fixed, x::Fixed)
    a ← zeros(Fixed, 3)
    b ← zeros(Fixed, 3)
    if (x > 0, x > 0)
        v::∅ ↔ a
        w::∅ ↔ b
    else
        v::∅ ↔ b
        w::∅ ↔ a
    end
    w → zeros(Fixed, 3)
    v → zeros(Fixed, 3)
end
