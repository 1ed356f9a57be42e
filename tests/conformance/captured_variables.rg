# Functions without a name that go through two routines: each reads the variables of the routine that wrote it.
@i function add!(y!::Fixed, f, x::Fixed)
    t ← 10.0
    y! += f(x)
    t → 10.0
end
@i function scale!(y!::Fixed, f, x::Fixed)
    t ← 20.0
    add!(y!, z -> f(z) * t, x)
    t → 20.0
end
@i function scale_twice!(y!::Fixed, f, x::Fixed)
    t ← 5.0
    scale!(y!, z -> f(z) + t, x)
    scale!(y!, f, x)
    t → 5.0
end
@i function two_levels(y!::Fixed, x::Fixed)
    t ← 3.0
    scale_twice!(y!, z -> z * t, x)
    t → 3.0
end
@i function rec!(y!::Fixed, f, n::Int)
    t ← 2.0
    if (n > 0, ~)
        y! += f(t)
        m ← 0
        m += n - 1
        rec!(y!, f, m)
        m -= n - 1
        m → 0
    end
    t → 2.0
end
@i function recursion(y!::Fixed, n::Int)
    t ← 3.0
    rec!(y!, z -> z * t, n)
    t → 3.0
end
@i function sel!(y!::Fixed, f, g, x::Fixed)
    t ← 7.0
    y! += f(x) + g(x) * t
    t → 7.0
end
@i function two_functions(y!::Fixed, x::Fixed)
    t ← 3.0
    u ← 4.0
    sel!(y!, x -> x * t, x -> x * u + t, x)
    u → 4.0
    t → 3.0
end
@i function called_at_once(y!::Fixed, x::Fixed)
    t ← 3.0
    y! += (t -> t * 2)(x) + (x -> x + t)(t)
    t → 3.0
end
@i function mapped!(out!::Vector{Fixed}, f, v::Vector{Fixed})
    for i = 1:length(v)
        out![i] += f(v[i])
    end
end
@i function of_a_loop(out!::Vector{Fixed}, v::Vector{Fixed})
    for i = 1:2
        mapped!(out!, z -> z * i, v)
    end
end

#! run two_levels --set y!=0 --set x=2 --grad y!
#! value y! 340
#! gradient x 120
#! restored true
#! check two_levels --set y!=0 --set x=2
#! run recursion --set y!=0 --set n=3
#! value y! 18
#! run two_functions --set y!=0 --set x=2
#! value y! 83
#! run called_at_once --set y!=0 --set x=2
#! value y! 10
#! run of_a_loop --set out!=[0,0] --set v=[1,2]
#! value out! [3,6]
