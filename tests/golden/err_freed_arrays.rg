@i function f(y!::Int)
    v ← zeros(Int, 3)
    y! += v[1]
    v → zeros(Int, 4)
    w ← zeros(Int, 3)
    w → zeros(Fixed, 3)
    u ← zeros(Int, 3, 2)
    u → zeros(Int, 2, 3)
    s ← stack(Int, 3)
    s → zeros(Int, 3)
    t ← stack(Int, 3)
    t → stack(Int, 4)
    z ← zeros(Int, 3)
    z → zeros(Int, 3, 1)
    x ← [1, 2, 3]
    x → [1, 2]
end

@i function g(y!::Fixed)
    v ← zeros(Fixed, -3)
    y! += v[1]
    v → zeros(Fixed, -3)
    s ← stack(Fixed, -1)
    s → stack(Fixed, -1)
end
