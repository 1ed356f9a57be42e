# What a program defines hides a function of a library; constants may be made by functions.
using SpecialFunctions
besselj(n, x) = 7.0
gamma_from_one(x) = 3.0
rise(x) = x^2 + 1
const A = rise(2)
const B = gamma(5) + A * rise(rise(0.5)) / 2
@i function main(y!::Fixed, b!::Fixed, x::Fixed)
    y! += besselj(1, x) + gamma_from_one(x)
    b! += B
end
#! run main --set x=1
#! value y! 10
#! value b! 30.40625
