# A reversible multiplier (NiLang, listing 4).
@i function multiplier(y!::Real, a::Real, b::Real)
    y! += a * b
end
