@i function f(y!::Log, v::Vector{Log})
    w ← v
    y! *= w[1]
    w → v
end
