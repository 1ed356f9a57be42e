# What a program defines hides a function of a library, whose own functions keep theirs; constants
# may be made by functions.
using SpecialFunctions
besselj(n, x) = 7.0
gamma_from_one(x) = 3.0
rise(x) = x^2 + 1
const A = rise(2)
const B = gamma(5) + A * rise(rise(0.5)) / 2
@i function main(y!::Fixed, z!::Fixed, b!::Fixed, x::Fixed)
    y! += besselj(1, x) + gamma_from_one(x)
    z! += besselj1(x) + gamma(x)
    b! += B
end
#! run main --set x=1
#! value y! 10
#! value z! 1.44005058574
#! value b! 30.40625
