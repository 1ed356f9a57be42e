# Names and forms of Julia that are made of others.

@i function functions(y!::Fixed, a::Fixed, x::Vector{Fixed})
    y! += cbrt(a) + sinpi(a) * cospi(a)
    y! += sum(asinh, x) + copysign(a, x[1] - 1)
    y! += log(2, a) + log(a, 3.0)
end

@i function remainders(y!::Fixed, a::Fixed, b::Fixed)
    y! += mod(a, b) + 2 * rem(a, b)
    y! += 3 * (a % b) + 4 * fld(a, b) + 5 * (a ÷ b)
end

@i function folds(y!::Fixed, x::Vector{Fixed}, A::Matrix{Fixed})
    y! += mean(x) + 2 * mean(abs2, A[:, 1])
    y! += reduce(max, x) + mapreduce(v -> v^2, +, x)
    y! += x'x + x ⋅ A[:, 2]
    y! += evalpoly(x[1], (1, 2, 3)) + @evalpoly(x[lastindex(x)], 1, 1)
    y! += size(A)[2] * x[firstindex(x)] + sum(@view x[1:2]) + sum(@. 2x - 1)
    y! += count(v -> v > 0.75, x)
end

@i function loops(y!::Fixed, A::Matrix{Fixed})
    for c in eachcol(A), i in reverse(eachindex(c))
        y! += i * c[i]
    end
    for i in range(1, step=2, length=2)
        y! += A[i, 1]
    end
    @views for r in eachrow(A)
        y! -= r[1] * sum(r)
    end
end

@i function products(y!::Vector{Fixed}, Y!::Matrix{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed})
    y! .+= A * x - 2 * x
    y! -= A' * x
    Y! += A * A' + x * x'
    @. y! += x^2
    y! += x
end

@i function rounded(y!::Fixed, a::Fixed, b::Fixed)
    y! += cld(a, b) + 10 * mod1(a, b) + 100 * cld(7.5, 2) + 1000 * mod1(5, 2.5)
    for i in reverse(2:3:1), j = 1:3
        y! += 7
    end
    y! += maximum(mod.([a, b], 2)) + mod(a, 2)
end

@i function at_zero(y!::Fixed, x::Fixed)
    y! += asinh(x) + 10 * copysign(x, 1) + 100 * sinc(x) + 1000 * sech(x)
end

@i function divided(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed})
    y! += A * x / 9000
end

# What a program defines itself is meant where it is named.
@fn sec(x) = 100 + x

@i function (:+=)(csc)(y!::Fixed, x::Fixed)
    y! += 200 * x
end

struct coth
    a::Fixed
    b::Fixed
end

@i function its_own_too(y!::Fixed, a::Fixed)
    y! += csc(a)
    r ← coth(2.0, 3.0)
    y! += r.a * r.b
    r → coth(2.0, 3.0)
end

@i function its_own(y!::Fixed, a::Fixed, mean::Vector{Fixed})
    y! += sec(a) + mean[1]
end

#! run functions --set a=0.7 --set x=[1,2,0.5] --grad y!
#! tolerance 1e-10
#! value y! 0.32387356990317784
#! gradient a -9.823763822475726
#! restored true
#! run remainders --set a=-7.25 --set b=2.5 --grad y!
#! value y! -33.0
#! gradient a 6
#! gradient b 13
#! restored true
#! run folds --set x=[1,2,0.5] --set A=[[1,2,0.5],[0.25,1,2],[0.5,0.25,1]] --grad y!
#! tolerance 1e-10
#! value y! 38.16666666666667
#! restored true
#! run loops --set A=[[1,2,0.5],[0.25,1,2],[0.5,0.25,1]]
#! value y! 11.5625
#! run products --set y!=[0,0,0] --set Y!=[[0,0,0],[0,0,0],[0,0,0]] --set A=[[1,2,0.5],[0.25,1,2],[0.5,0.25,1]] --set x=[1,2,0.5]
#! value y! [3.5, 1.125, -3.75]
#! value Y! [[6.25, 5.25, 2.0], [5.25, 9.0625, 3.375], [2.0, 3.375, 1.5625]]
#! run its_own --set a=1 --set mean=[0.5]
#! value y! 101.5
#! run its_own_too --set a=0.5 --grad y!
#! value y! 106
#! gradient a 200
#! run rounded --set a=-7.5 --set b=2
#! value y! 2903
#! run at_zero --set x=0 --grad y!
#! value y! 1100
#! gradient x 11
#! run divided --set y!=[0] --set A=[[100]] --set x=[90] --raw
#! raw y! [8796093022208]
