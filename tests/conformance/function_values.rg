# Functions as values: updates, operators, functions without a name, inverses; as arguments, as
# keyword arguments and as their defaults.
@i function apply!(f, y!, x)
    f(y!, x)
end

@i function updates!(y!::Fixed, z!::Fixed, a::Fixed, b::Fixed)
    apply!(PlusEq(exp), y!, a)
    apply!(⊕(x -> 2x + b), y!, a)
    apply!(MinusEq(sin), z!, a)
    apply!(~PlusEq(cos), z!, b)
    (~apply!)(⊖(identity), z!, a)
end

@i function three!(f, y!, a, b)
    f(y!, a, b)
    (~f)(y!, b, a)
    f(y!, a, b)
end

@i function operators!(y!::Fixed, k!::Int, a::Fixed, b::Fixed, n::Int)
    three!(PlusEq(*), y!, a, b)
    three!(PlusEq(-), y!, a, b)
    three!(XorEq(&), k!, n, 6)
end

@i function total!(y!, v; f=x -> x^2, op=PlusEq(identity), scale=1)
    for i = 1:length(v)
        y! += scale * f(v[i])
    end
    op(y!, v[1])
end

@i function keywords!(y!::Fixed, v::Vector{Fixed}, c::Fixed)
    total!(y!, v)
    total!(y!, v; f=sin)
    total!(y!, v; f=x -> c * x, scale=2)
    total!(y!, v; f=cos, op=MinusEq(exp))
    scale ← 3
    total!(y!, v; scale, f=abs)
    scale → 3
end

"The host takes the defaults."
@i function defaults!(y!::Fixed, x::Fixed; op=PlusEq(exp), f=t -> t + 1)
    op(y!, x)
    y! += f(x)
end

@i function fold!(y!, f, v)
    for i = 1:length(v)
        y! += f(v[i], i)
    end
end

@i function nested!(y!, g, v)
    fold!(y!, (x, i) -> i * g(x), v)
end

@i function inner!(y!::Fixed, v::Vector{Fixed}, c::Fixed)
    nested!(y!, x -> x * c, v)
    nested!(y!, sqrt, v)
end

@i function elements!(y!::Vector{Fixed}, s!::Fixed, v::Vector{Fixed}, w::Vector{Fixed}, c::Fixed)
    y! .+= (x -> x > c ? x^2 : -x).(v)
    y! .+= map((a, b) -> a * b + c, v, w)
    s! += sum(x -> exp(x) * c, v) + maximum(abs, w)
    s! += sum(*, v, w) * ((x -> x + 1)(c))
end

@i function step!(x!)
    x! += 3
    x! *= 5
end

@i function repeat!(f, x!; n=2)
    for i = 1:n
        f(x!)
    end
end

@i function inverses!(x!::Int)
    repeat!(step!, x!)
    repeat!(~step!, x!; n=1)
    repeat!(INC, x!)
    repeat!(~NEG, x!; n=3)
end

"A function goes through a recursion."
@i function power!(f, y!, x, n)
    if (n > 0, ~)
        y! += f(x)
        n -= 1
        power!(f, y!, x, n)
        n += 1
    end
end

@i function recursive!(y!::Fixed, x::Fixed, c::Fixed, n::Int)
    power!(t -> t * c, y!, x, n)
end

#! run updates! --set a=0.5 --set b=0.25
#! value y! 2.89872127070013
#! value z! -0.94833796031485
#! run updates! --set a=0.5 --set b=0.25 --grad y!
#! gradient a 3.64872127070013
#! gradient b 1
#! check updates! --set y!=1 --set z!=2 --set a=0.5 --set b=0.25
#! run operators! --set a=3 --set b=2 --set n=13
#! value y! 9
#! value k! 4
#! check operators! --set a=3 --set b=2 --set n=13
#! run keywords! --set v=[0.5,1.25,2] --set c=0.75 --grad y!
#! value y! 26.15324440182384
#! gradient c 7.50000000000000
#! gradient v [8.24943575258604,6.36633774303968,7.17455573662718]
#! check keywords! --set v=[0.5,1.25,2] --set c=0.75
#! run defaults! --set x=0.5 --grad y!
#! value y! 3.14872127070013
#! gradient x 2.64872127070013
#! run inner! --set v=[0.5,1.25,2] --set c=0.75 --grad y!
#! value y! 13.93581544580562
#! gradient c 9.00000000000000
#! check inner! --set v=[0.5,1.25,2] --set c=0.75
#! run elements! --set y!=[0,0,0] --set v=[0.5,1.25,2] --set w=[1,-3,2] --set c=0.75 --grad s!
#! value y! [0.75000000000000,-1.43750000000000,8.75000000000000]
#! value s! 13.70859024531946
#! gradient v [2.98654095302510,-2.63224278190362,9.04179207419799]
#! check elements! --set y!=[0,0,0] --set v=[0.5,1.25,2] --set w=[1,-3,2] --set c=0.75
#! run inverses! --set x!=7
#! value x! -52
#! check inverses! --set x!=7
#! run recursive! --set x=2 --set c=1.5 --set n=4 --grad y!
#! value y! 12
#! gradient c 8
#! check recursive! --set x=2 --set c=1.5 --set n=4

@i function direct!(y!::Vector{Fixed}, v::Vector{Fixed}, c::Fixed)
    PlusEq(t -> t^2 * c)(y![1], v[2])
    y! .+= map(abs, v)
end

#! run direct! --set y!=[0,0] --set v=[1,-2] --set c=3
#! value y! [13,2]
#! check direct! --set y!=[0,0] --set v=[1,-2] --set c=3
