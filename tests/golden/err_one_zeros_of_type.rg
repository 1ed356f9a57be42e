@i function f(y!::Fixed)
    v ← zeros(Fxed, 3)
    y! += v[1]
    v → zeros(Fxed, 3)
end
