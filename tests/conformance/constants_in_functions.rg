# A function is put where it is called. What it reads there is still the constant, not a variable with that name.
const K = 3.0
const W = [1.0, 2.0]
const times = x -> x * K
const add_times = PlusEq(times)

struct Tracked{T}
    x::T
    g::T
end
Tracked(x) = Tracked(x, K)

over(x) = x > K
over_second(x) = x > W[2]

@fn either(K, x) = over(x) ? K : 2K

@i function apply!(y!::Fixed, f, x::Fixed)
    K ← 10.0
    y! += f(x)
    K → 10.0
end

@i function with_default!(y!::Fixed, x::Fixed; f=x -> x * K)
    K ← 10.0
    y! += f(x)
    K → 10.0
end

@i function conditions(y!::Fixed, x::Fixed)
    K ← 0.5
    if (over(x), ~)
        y! += 1
    end
    if (over_second(x), ~)
        y! += 10
    end
    K → 0.5
end

@i function values(y!::Fixed, x::Fixed)
    K ← 0.5
    y! += times(x)
    add_times(y!, x)
    p ← Tracked(0.0)
    p.x += x
    y! += p.g * p.x
    p.x -= x
    p → Tracked(0.0)
    K → 0.5
end

@i function arguments(y!::Fixed, x::Fixed)
    apply!(y!, x -> x * K, x)
    apply!(y!, times, x)
    with_default!(y!, x)
end

@i function own(y!::Fixed, x::Fixed)
    K ← 7.0
    apply!(y!, x -> x * K, x)
    K → 7.0
end

@i function functional(y!::Fixed, x::Fixed)
    y! += either(1.0, x)
end

#! run conditions --set y!=0 --set x=1
#! value y! 0
#! run conditions --set y!=0 --set x=2.5
#! value y! 10
#! run conditions --set y!=0 --set x=4
#! value y! 11
#! run values --set y!=0 --set x=2 --grad y!
#! value y! 18
#! gradient x 9
#! restored true
#! check values --set y!=0 --set x=2
#! run arguments --set y!=0 --set x=2 --grad y!
#! value y! 18
#! gradient x 9
#! restored true
#! run own --set y!=0 --set x=2
#! value y! 14
#! run functional --set y!=0 --set x=2
#! value y! 2
#! run functional --set y!=0 --set x=4
#! value y! 1
