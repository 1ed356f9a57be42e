@i function f(y!::Float64, z!::Fixed, x::Fixed)
    y! += x * 1e-20
    z! += Fixed(y! + x)
end
