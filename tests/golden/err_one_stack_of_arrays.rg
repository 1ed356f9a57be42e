@i function f(y!::Fixed, x::Fixed)
    s ← stack(Vector{Complex{Fixed}}, 4)
    y! += x
    s → stack(Vector{Complex{Fixed}}, 4)
end
