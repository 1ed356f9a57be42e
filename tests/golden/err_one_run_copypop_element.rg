#! run f! --set x!=[1,2] --set y=2
@i function f!(x!::Vector{Fixed}, y::Fixed)
    s ← stack(Fixed, 4)
    COPYPUSH!(s, x![1])
    x![1] += y
    COPYPOP!(s, x![1])
    s → stack(Fixed, 4)
end
