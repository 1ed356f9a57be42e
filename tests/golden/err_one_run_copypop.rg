#! run f! --set x!=1 --set y=2
@i function f!(x!::Fixed, y::Fixed)
    s ← stack(Fixed, 4)
    COPYPUSH!(s, x!)
    x! += y
    COPYPOP!(s, x!)
    s → stack(Fixed, 4)
end
