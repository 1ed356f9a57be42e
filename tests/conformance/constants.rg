# Rounding a constant to Int gives an Int.
@i function f(n!::Int, x::Fixed)
    n! += mod(floor(Int, 7.5), 4) + round(Int, 2.5) * trunc(Int, -3.7)
    n! += x < 1 ? ceil(Int, 0.25) : round(Int, 1.5)
end

#! run f --set n!=10 --set x=0.5
#! value n! 8
#! run f --set n!=10 --set x=1.5
#! value n! 9

# The larger of two constants is a Fixed when one of them is, whichever it is.
@i function g(y!::Fixed)
    t ← max(3, 2.5)
    t += 0.25
    y! += t
    t -= 0.25
    t → max(3, 2.5)
end

#! run g --set y!=1
#! value y! 4.25
