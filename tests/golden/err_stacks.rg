const T = [1.0, 2.0]
@i function main(y!::Fixed, x!::Fixed, v!::Vector{Fixed}, n!::Int)
    PUSH!(x!, y!)
    PUSH!(v!, n!)
    PUSH!(v!, v![1])
    PUSH!(v!, x!, y!)
    s ← stack(Int, 3)
    s[end+1] ↔ x!
    v![end+1] ↔ v![1]
    s[end]::∅ ↔ x!::∅
    z[end+1] ← 1.0
    T[1] += 1
    PUSH!(T, x!)
    a ← [1.0, true]
    b ← []
    v!::∅ ↔ a
    c::∅ ↔ v!
    x! |> INV += 2
    INV(x!)
    PUSH!(v!, 2.0)
    t ← stack(Fixed, 0.5)
    s → stack(Int, 3)
end
