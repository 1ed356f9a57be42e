# Nested pure expressions: parts are computed, used and uncomputed.
@i function f(z!::Fixed, x::Fixed, y::Fixed)
    z! += sin(x + 2y) * exp(-x) - (x - y) / (1 + x^2)
    z! -= sqrt(abs(y)) + log(x) * cos(x * y)
    z! += x*x + min(x, y) + max(x, 2y) + atan(y, x)
end

#! run f --set x=0.7 --set y=1.3 --grad z!
#! tolerance 3e-8
#! value z! 4.26993763387821
#! gradient x -0.900721002939
#! gradient y 1.37585962294
#! tolerance 1e-8
#! restored true
#! run f --set x=0.7 --set y=1.3 --set z!=2.5 --backward
#! value z! -1.76993763387821

# A number, a root or a parenthesis right before a name multiplies it. A root takes the number alone.
@i function roots(y!::Vector{Fixed}, x::Fixed, v::Vector{Fixed})
    y![1] += √4x
    y![2] += 2√x + (2)x
    y![3] += 3√4x
    y![4] += √4x^2 + 2^2x
    y![5] += √4(x + 7) - √(4)x
    y![6] += √√16x + x√4
    y![7] += -√4x + √v[2]x
end

#! run roots --set y!=[0,0,0,0,0,0,0] --set x=9 --set v=[1,4] --grad y![3]
#! value y! [18,24,54,262306,14,36,0]
#! gradient x 6
#! restored true
