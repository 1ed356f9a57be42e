# Rounding a constant to Int gives an Int.
@i function f(n!::Int, x::Fixed)
    n! += mod(floor(Int, 7.5), 4) + round(Int, 2.5) * trunc(Int, -3.7)
    n! += x < 1 ? ceil(Int, 0.25) : round(Int, 1.5)
end

#! run --set n!=10 --set x=0.5
#! value n! 8
#! run --set n!=10 --set x=1.5
#! value n! 9
