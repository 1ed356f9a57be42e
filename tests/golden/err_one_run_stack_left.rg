#! run f
@i function f(y!::Fixed, x!::Fixed)
    s ← stack(Fixed, 3)
    PUSH!(s, x!)
    s → stack(Fixed, 3)
end
