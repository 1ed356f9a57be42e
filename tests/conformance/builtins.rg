# Built-in functions on variables and on constants, folded operators, and the inverse of a block with each statement in it.

# Integer constants are folded as the machine computes: shifts by too much, quotients by -1, comparisons.
@i function int_constants(n!::Vector{Int})
    n![1] += -7 ÷ -1 + 7 ÷ -1
    n![2] += (1 << 3) + (40 >> 3) + (1 >> 64) + (1 << 64)
    n![3] += (2 == 2 ? 1 : 0) + (2 != 2 ? 10 : 0) + (3 > 2 ? 100 : 0) + (3 < 2 ? 1000 : 0)
    n![4] += (3 >= 3 ? 1 : 0) + (3 <= 2 ? 10 : 0) + (3 >= 4 ? 100 : 0) + (2 <= 2 ? 1000 : 0)
    n![5] += sign(-3) + 10 * sign(4) + 100 * sign(0)
    n![6] += 2 ^ 10 + (-3) ^ 3 + 5 ^ 0
    n![7] += xor(12, 10) + 12 % 5 + mod(-7, 5) + rem(-7, 5)
    n![8] += (true && false ? 1 : 0) + (true || false ? 10 : 0) + (!true ? 100 : 1000)
end

#! run int_constants --set n!=[0,0,0,0,0,0,0,0]
#! value n! [0,13,101,1001,9,998,9,1010]

# Real constants compare without rounding first.
@i function real_constants(n!::Vector{Int}, y!::Fixed)
    n![1] += (0.5 == 0.5 ? 1 : 0) + (0.5 != 0.5 ? 10 : 0) + (0.25 < 0.5 ? 100 : 0)
    n![2] += (0.5 <= 0.25 ? 1 : 0) + (0.5 > 0.25 ? 10 : 0) + (0.5 >= 0.5 ? 100 : 0)
    y! += sign(-2.5) + clamp(7.5, 1.0, 3.0) + ℯ * 0
end

#! run real_constants --set n!=[0,0] --set y!=0.5
#! value n! [101,110]
#! value y! 2.5

@i function log10_of(out!::Fixed, x::Fixed)
    out! += log10(x)
end

#! run log10_of --set out!=1 --set x=250.0 --grad out!
#! value out! 3.39794000867
#! gradient x 0.00173717792761

@i function exp10_of(out!::Fixed, x::Fixed)
    out! += exp10(x)
end

#! run exp10_of --set out!=1 --set x=1.25 --grad out!
#! value out! 18.7827941004
#! gradient x 40.9463966073

@i function hypot_of(out!::Fixed, x::Fixed, y::Fixed)
    out! += hypot(x, y)
end

#! run hypot_of --set out!=1 --set x=3.0 --set y=-4.0 --grad out!
#! value out! 6
#! gradient x 0.6
#! gradient y -0.8

@i function inv_of(out!::Fixed, x::Fixed)
    out! += inv(x)
end

#! run inv_of --set out!=1 --set x=-0.75 --grad out!
#! value out! -0.333333333333
#! gradient x -1.77777777778

@i function muladd_of(out!::Fixed, x::Fixed, y::Fixed, z::Fixed)
    out! += muladd(x, y, z)
end

#! run muladd_of --set out!=1 --set x=1.5 --set y=-2.5 --set z=0.25 --grad out!
#! value out! -2.5
#! gradient x -2.5
#! gradient y 1.5
#! gradient z 1

@i function fma_of(out!::Fixed, x::Fixed, y::Fixed, z::Fixed)
    out! += fma(x, y, z)
end

#! run fma_of --set out!=1 --set x=-1.5 --set y=2.5 --set z=0.25 --grad out!
#! value out! -2.5
#! gradient x 2.5
#! gradient y -1.5
#! gradient z 1

@i function abs2_of(out!::Fixed, x::Fixed)
    out! += abs2(x)
end

#! run abs2_of --set out!=1 --set x=-1.5 --grad out!
#! value out! 3.25
#! gradient x -3

@i function angle_of(out!::Fixed, x::Fixed)
    out! += angle(x)
end

#! run angle_of --set out!=1 --set x=-1.5
#! value out! 4.14159265359

@i function clamp_high(out!::Fixed, x::Fixed)
    out! += clamp(x, -1, 2)
end

#! run clamp_high --set out!=1 --set x=2.5 --grad out!
#! value out! 3
#! gradient x 0

@i function clamp_low(out!::Fixed, x::Fixed)
    out! += clamp(x, -1, 2)
end

#! run clamp_low --set out!=1 --set x=-1.5 --grad out!
#! value out! 0
#! gradient x 0

@i function clamp_in(out!::Fixed, x::Fixed)
    out! += clamp(x, -1, 2)
end

#! run clamp_in --set out!=1 --set x=1.5 --grad out!
#! value out! 2.5
#! gradient x 1

@i function either(out!::Fixed, x::Fixed, y::Fixed)
    out! += ifelse(x < y, 2x, 3y)
end

#! run either --set out!=1 --set x=1.5 --set y=2.5 --grad out!
#! value out! 4
#! gradient x 2
#! gradient y 0

@i function other(out!::Fixed, x::Fixed, y::Fixed)
    out! += ifelse(x < y, 2x, 3y)
end

#! run other --set out!=1 --set x=3.5 --set y=2.5 --grad out!
#! value out! 8.5
#! gradient x 0
#! gradient y 3

@i function same(out!::Fixed, x::Fixed)
    out! += real(x) + conj(x) + value(x) + identity(x) + unwrap(x) + float(x)
end

#! run same --set out!=1 --set x=0.625 --grad out!
#! value out! 4.75
#! gradient x 6

@i function none(out!::Fixed, x::Fixed)
    out! += imag(x) + zero(x) + one(x)
end

#! run none --set out!=1 --set x=0.625 --grad out!
#! value out! 2
#! gradient x 0

@i function least(out!::Fixed, x::Fixed, y::Fixed, z::Fixed)
    out! += min(x, y, z) + 4 * max(x, y, z)
end

#! run least --set out!=1 --set x=2.5 --set y=1.5 --set z=0.5 --grad out!
#! value out! 11.5
#! gradient x 4
#! gradient y 0
#! gradient z 1

# Powers of 2 and of -1 by a variable are shifts and parities.
@i function int_powers(n!::Vector{Int}, k::Int)
    n![1] += 2 ^ k
    n![2] += (-1) ^ k
    n![3] += 1 ^ k
end

#! run int_powers --set n!=[0,0,0] --set k=5
#! value n! [32,-1,1]
#! run int_powers --set n!=[1,1,1] --set k=6
#! value n! [65,2,2]

# ~@routine walks back through each kind of statement.
@i function block(y!::Fixed, l!::Log, x::Fixed, n::Int)
    @routine begin
        t ← 0.25
        u ← one(Log)
        k ← 0
        if (x > 1, t > 1)
            t += x * 2
            u *= convert(x)
        else
            t -= x
            u /= 2.0
        end
        while (k < n, k > 0)
            k += 1
            t += k * x
        end
        NEG(t)
        ROT(t, y!, 0.0)
    end
    y! += t
    l! *= u
    ~@routine
end
#! run block --set y!=1 --set l!=1 --set x=2 --set n=3 --grad y!
#! value y! -15.25
#! value l! 2
#! gradient x -8
#! restored true
#! run block --set y!=1 --set l!=1 --set x=0.5 --set n=0 --grad y!
#! value y! 1.25
#! value l! 0.5
#! gradient x 1
#! run block --backward --set y!=1.25 --set l!=0.5 --set x=0.5
#! value y! 1
#! value l! 1
#! check block --set y!=1 --set l!=1 --set x=2 --set n=3
