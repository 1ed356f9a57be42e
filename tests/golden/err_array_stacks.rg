@i function main(y!::Fixed, x::Vector{Fixed}, n!::Int)
    s ← stack(Vector{Fixed}, 4)
    PUSH!(s, y!)
    s[end+1] ← n!
    COPYPUSH!(s, 2.5)
    s → stack(Vector{Int}, 4)
end
@i function reads(y!::Fixed, n!::Int)
    s ← stack(Matrix{Fixed}, 4)
    y! += s[1]
    n! += length(s)
    s → stack(Matrix{Fixed}, 4)
end
