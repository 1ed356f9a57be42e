@i function f(y!::Fixed, v::Vector{Fixed})
    w ← v
    y! += w[1]
    w → v
end
