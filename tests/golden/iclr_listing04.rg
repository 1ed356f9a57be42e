using NiLang

@i function multiplier(y!::Real, a::Real, b::Real)
    y! += a * b
end
