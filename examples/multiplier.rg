# A reversible multiplier (NiLang, listing 4).
@i function multiplier(y!::Real, a::Real, b::Real)
    y! += a * b
end

#! run multiplier --set y!=2 --set a=3 --set b=5 --grad y!
#! value y! 17
#! gradient y! 1
#! gradient a 5
#! gradient b 3
#! restored true
#! run --set y!=17 --set a=3 --set b=5 --backward
#! value y! 2
#! check --set y!=2 --set a=3 --set b=5
