#! run main --set x=-2
# A trap in a function of a library is shown where the program calls it.
using SpecialFunctions
@i function half!(y!, x)
    y! += gamma(x) / 2
end
@i function main(y!::Fixed, x::Fixed)
    half!(y!, x)
end
