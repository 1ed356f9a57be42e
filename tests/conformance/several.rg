# Several targets, changes of type, marked arguments, powers of integers, macros that stand for themselves.
@i function circle(s!::Fixed, c!::Fixed, x::Fixed)
    (s!, c!) += sincos(x)
end

@i function pair(y!::Fixed, x::Fixed)
    a, b ← 1.0, 2
    a += x * b
    y! += a^2
    a -= x * b
    (a, b) → (1.0, 2)
end

@i function sizes(n!::Int, A::Matrix{Fixed})
    rows, columns ← size(A)
    n! += 10 * rows + columns
    rows, columns → size(A)
end

@i function crossed(a!::Fixed, b!::Fixed, c!::Fixed, d!::Fixed)
    (a!, b!) ↔ (c!, d!)
end

@i function cast(y!::Fixed, n::Int)
    k ← 0
    k += n
    (Int => Fixed)(k)
    k += 0.5
    y! += k * k
    k -= 0.5
    (Fixed => Int)(k)
    k -= n
    k → 0
end

@i function fraction(x::Fixed)
    k ← 0.0
    k += x
    (Fixed => Int)(k)
    ~((Fixed => Int)(k))
    k -= x
    k → 0.0
end

@i function add!(y!::Fixed, x::Fixed)
    y! += x^2
end

@i function spoil!(y!::Fixed, x!::Fixed)
    x! += 1
end

@i function marked(y!::Fixed, x::Fixed)
    add!(y!, @const x)
end

@i function broken(y!::Fixed, x::Fixed)
    spoil!(y!, @const x)
end

@i function power(y!::Int, a::Int, n::Int)
    y! += a^n
end

@i function power_of_two(y!::Int, n::Int)
    y! += 2^n
end

# A constant exponent may be any: the power wraps.
@i function hundredth(y!::Int, a::Int)
    y! += a^100
end

@i function integers(y!::Fixed, n::Int)
    y! += exp(n) + log(n + 1)
end

@i function quotients(q!::Vector{Int}, a::Int, b::Int)
    q![1] += fld(a, b)
    q![2] += mod(a, b)
    q![3] += div(a, b)
    q![4] += rem(a, b)
    q![5] += a ÷ b
    q![6] += a % b
end

@i function macros(y!::Fixed, x::Vector{Fixed}, b!::Bool)
    @threads for i = 1:length(x)
        @auto_expand y! += sin(x[i] * 2)
    end
    @auto_alloc t += x[1]^2
    y! += t
    ~(@auto_alloc t += x[1]^2)
    b! ⊻= y! > 0 && x[1] > 0 || x[2] > 0
end

@i function stride(y!::Int, a::Int, s::Int, b::Int)
    for i = a:s:b
        y! += i
    end
end

#! run circle --set x=0.5 --grad s!
#! value s! 0.479425538604203
#! value c! 0.877582561890373
#! gradient x 0.877582561890373
#! run pair --set x=3 --grad y!
#! value y! 49
#! gradient x 28
#! restored true
#! run sizes --set A=[[1,2,3],[4,5,6]]
#! value n! 23
#! run crossed --set a!=1 --set b!=2 --set c!=3 --set d!=4
#! value a! 3
#! value d! 2
#! run cast --set n=7
#! value y! 56.25
#! run fraction --set x=3
#! value x 3
#! run fraction --set x=3.5
#! status 1
#! trap R0814
#! run marked --set x=3 --grad y!
#! value y! 9
#! gradient x 6
#! run broken --set x=3
#! status 1
#! trap R0814
#! run power --set a=-3 --set n=13
#! value y! -1594323
#! run power --set a=2 --set n=63 --set y!=1
#! value y! -9223372036854775807
#! run power --set a=5 --set n=0
#! value y! 1
#! run power --set a=5 --set n=-1
#! status 1
#! trap R0808
#! run power --set a=5 --set n=64
#! status 1
#! trap R0808
#! run power_of_two --set n=62 --raw
#! raw y! 4611686018427387904
#! run power_of_two --set n=70 --raw
#! raw y! 0
#! run power_of_two --set n=-1
#! status 1
#! trap R0808
#! run hundredth --set a=-3 --raw
#! raw y! -2984622845537545263
#! run integers --set n=1
#! value y! 3.41142900901899
#! run quotients --set q!=[0,0,0,0,0,0] --set a=-7 --set b=2
#! value q! [-4,1,-3,-1,-3,-1]
#! run macros --set x=[1,-1] --set b!=false --grad y!
#! value y! 1
#! value b! true
#! gradient x [1.1677063269057155,-0.8322936730942845]
#! restored true
#! run stride --set a=10 --set s=-3 --set b=1
#! value y! 22
#! run stride --set a=1 --set s=0 --set b=3
#! status 1
