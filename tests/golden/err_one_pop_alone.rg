@i function f(x!::Fixed)
    s ← stack(Fixed, 3)
    POP!(s)
    s → stack(Fixed, 3)
end
