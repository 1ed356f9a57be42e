#! run f --set y!=2
@i function f(y!::Fixed, x!::Fixed)
    s ← stack(Fixed, 3)
    PUSH!(s, x!)
    POP!(s, y!)
    s → stack(Fixed, 3)
end
