# Functions of Julia whose inverse is named: the machine checks that it is the inverse, and gradients go through both.
function scaled(a!::Number, b::Number)
    3a! + b, b
end
function unscaled(a!::Number, b::Number)
    return (a! - b) / 3, b
end
@dual scaled unscaled

function turn(a, b)
    b, a
end
@selfdual turn

function flipped(b)
    !b
end
@selfdual flipped

function flipped_bits(a!::Integer, b::Integer)
    xor(a!, b), b
end
@selfdual flipped_bits

function shifted(x)
    x + 1
end
function shifted_wrongly(x)
    x - 2
end
@dual shifted shifted_wrongly

@i function main(y!::Fixed, x!::Fixed, k::Fixed)
    scaled(x!, k)
    y! += x!^2
    (~scaled)(x!, k)
end

@i function other(x!::Fixed, k::Fixed)
    unscaled(x!, k)
end

@i function exchanged(a::Fixed, b::Fixed, p::Bool, n::Int, m::Int)
    turn(a, b)
    flipped(p)
    flipped_bits(n, m)
    flipped_bits(n, 5)
    turn(n, m)
end

@i function wrong(n!::Int)
    shifted(n!)
end

#! run main --set x!=2 --set k=1 --grad y!
#! value y! 49
#! value x! 2
#! gradient x! 42
#! gradient k 14
#! restored true
#! check main --set x!=1.5 --set k=0.25
#! run other --set x!=7 --set k=1
#! value x! 2
#! run other --set x!=2 --set k=1 --backward
#! value x! 7
#! run exchanged --set a=1 --set b=2 --set p=true --set n=6 --set m=3
#! value a 2
#! value b 1
#! value p false
#! value n 3
#! value m 0
#! check exchanged --set a=1 --set b=2 --set p=true --set n=6 --set m=3
#! run wrong --set n!=1
#! status 1
#! trap R0814
