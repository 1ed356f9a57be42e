# Functions of constants are constants.
const A = mod(5.5, 2.0)
const B = mod(-5.5, 2)
const C = mod(-7, 3)
const D = rem(-7.5, 2.0) + -7.5 % 2
const E = fld(-7.5, 2.0)
const F = div(-7.5, 2.0)
const G = 7.5 ÷ 2.0
const H = mod1(6, 3) + mod1(7, 3) + mod1(6.5, 3.0)
const I = fld(-7, 2)
const J = hypot(3, 4) + atan(1.0, 1.0) + atan(0.5)
const K = count_ones(7) + count_ones(-1)
const L = isodd(3) ? 10 : 20
const M = √16 + angle(-2.0)
const N = clamp(3.5, 0, 2) + muladd(2, 3, 4) + abs2(-3) + abs2(1.5)
const O = mod(7, 3) > 0 && !iseven(4) || 2 > 1 ? 1 : 2.5
const P = ifelse(1 > 2, 1, 2.5)
const Q = ~5
const S = xor(5, 3) + sign(-2.5) + round(Int, 2.5) + trunc(-2.5)
@i function f(y!::Fixed, x::Fixed, v::Vector{Fixed})
    y! += mod(5.5, 2.0) * x
    y! += v[mod(7, 3) + 1]
end
@i function all(y!::Vector{Fixed})
    y![1] += A
    y![2] += B
    y![3] += C
    y![4] += D
    y![5] += E
    y![6] += F
    y![7] += G
    y![8] += H
    y![9] += I
    y![10] += J
    y![11] += K
    y![12] += L
    y![13] += M
    y![14] += N
    y![15] += O
    y![16] += P
    y![17] += Q
    y![18] += S
end
#! run f --set x=2 --set v=[1,2,3] --grad y!
#! value y! 5
#! gradient x 1.5
#! run all --set y!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]
#! value y! [1.5,0.5,2,-3,-4,-3,3,4.5,-4,6.24904577239825,67,10,7.14159265358979,23.25,1,2.5,-6,5]
