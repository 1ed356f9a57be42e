# Multiply-divide with banks, exact sums of products, and the random number generator.
@i function ratio(y!::Fixed, x!::Fixed, n::Fixed, d::Fixed)
    MULDIV(x!, n, d)
    y! += x! * x!
    (~MULDIV)(x!, n, d)
end

@i function decay(x!::Fixed, b!::Int, steps::Int)
    for i = 1:steps
        MULDIV(x!, 9, 10, b!)
    end
end

@i function grow(x!::Fixed, lo!::Vector{Int}, hi!::Vector{Int})
    MULDIV(x!, 1, 3, lo![1], hi![1])
    ~MULDIV(x!, 1, 3, lo![1], hi![1])
    IMULDIV(x!, 3, 1, lo![2], hi![2])
    MULDIV(x!, -7, 2, lo![2], hi![2])
end

@i function equals(x!::Fixed, n::Fixed)
    MULDIV(x!, n, n)
    MULDIV(x!, 2 * n + 1, 4.0)
    ~MULDIV(x!, 2 * n + 1, 4.0)
end

@i function dots(y!::Fixed, z!::Fixed, a::Vector{Fixed}, b::Vector{Fixed}, A::Matrix{Fixed})
    y! += dot(a, b)
    y! -= 2 * dot(a[1:2], b[2:3]) + dot(A[1, :], A[:, 2])
    z! += exp(dot(a, a) - 14)
end

# Each product is half a unit: rounded one by one they are lost.
@i function exactly(y!::Fixed, z!::Fixed, a::Vector{Fixed}, b::Vector{Fixed})
    y! += dot(a, b)
    for i = 1:length(a)
        z! += a[i] * b[i]
    end
end

# What MULDIV has left in the accumulator is set aside while sums of products use it.
@i function statements(y!::Fixed, x!::Fixed, a::Fixed, b::Fixed)
    MULDIV(x!, 1, 3)
    lo ← 0
    hi ← 0
    BANK(lo, hi)
    MAC(a, b)
    MAC(a, 2b)
    y! += accumulator()
    (~MAC)(a, 2b)
    (~MAC)(a, b)
    y! += x!
    BANK(lo, hi)
    (~MULDIV)(x!, 1, 3)
    hi → 0
    lo → 0
end

@i function tidy(y!::Fixed, a::Fixed, b::Fixed)
    @routine begin
        MAC(a, b)
        MAC(b, b)
    end
    y! += accumulator()
    ~@routine
end

@i function leftover(x!::Fixed)
    MULDIV(x!, 9, 10)
end

@i function full(x!::Fixed, b!::Int)
    for i = 1:1000
        MULDIV(x!, 1, 4, b!)
    end
end

@i function generator(n!::Int, v!::Vector{Fixed})
    for i = 1:length(v!)
        RNG(n!)
        v![i] += uniform(n!)
    end
    @routine begin
        RNG(n!)
        RNG(n!)
    end
    ~@routine
end

@i function random_gradient(y!::Fixed, x::Fixed, n!::Int)
    for i = 1:3
        RNG(n!)
        y! += x * uniform(n!)
    end
    for i = 1:3
        (~RNG)(n!)
    end
end

#! run ratio --set x!=1.5 --set n=3 --set d=-7 --grad y!
#! value y! 0.413265306122449
#! value x! 1.5
#! gradient x! 0.551020408163265
#! gradient n 0.275510204081633
#! gradient d 0.118075801749271
#! restored true
#! run ratio --set x!=0.0015 --set n=30000 --set d=1 --grad y!
#! tolerance 1
#! gradient x! 2700000
#! restored true
#! run ratio --set x!=1.5 --set n=0 --set d=1
#! status 1
#! trap R0809
#! run ratio --set x!=1.5 --set n=30000 --set d=0.0003
#! status 1
#! trap R0810
#! run decay --set x!=1000 --set steps=100 --grad x! --raw
#! tolerance 1e-11
#! value x! 0.0265613988875874769338781
#! gradient x! 2.65613988875874769338781e-5
#! restored true
#! run decay --set x!=1000 --set steps=10 --backward
#! value x! 2867.97199079244134
#! run grow --set x!=10 --set lo!=[0,0] --set hi!=[0,0] --grad x! --raw
#! value x! -11.6666666666666
#! raw hi! [0, 0]
#! gradient x! -1.16666666666666
#! restored true
#! run equals --set x!=3 --set n=0.7 --grad x!
#! value x! 3
#! gradient x! 1
#! gradient n 0
#! restored true
#! run dots --set a=[1,2,3] --set b=[4,5,6] --set A=[[1,2],[3,4]] --grad y!
#! value y! -12
#! value z! 1
#! gradient a [-6, -7, 6]
#! gradient b [1, 0, -1]
#! gradient A [[-2, -5], [0, -2]]
#! restored true
#! run dots --set a=[1,2,3] --set b=[4,5,6] --set A=[[1,2],[3,4]] --grad z!
#! gradient a [2, 4, 6]
#! restored true
#! run dots --set a=[1,2,3] --set b=[4,5] --set A=[[1,2],[3,4]]
#! status 1
#! trap R0815
#! run exactly --set a=[9.313225746154785e-10,9.313225746154785e-10] --set b=[6.103515625e-05,6.103515625e-05] --raw
#! raw y! 1
#! raw z! 0
#! run statements --set x!=1 --set a=1.5 --set b=2.25 --grad y!
#! value y! 10.4583333333333
#! gradient x! 0.333333333333333
#! gradient a 6.75
#! gradient b 4.5
#! restored true
#! run tidy --set a=1.5 --set b=2.25 --grad y!
#! value y! 8.4375
#! gradient a 2.25
#! gradient b 6
#! restored true
#! run leftover --set x!=1
#! status 1
#! trap R0816
#! says leftover left something in the accumulator
#! says run back to its start
#! run leftover --set x!=10
#! value x! 9
#! run full --set x!=1 --set b!=0
#! status 1
#! trap R0810
#! says the bank of this multiply-divide is full
#! run generator --set n!=7 --set v!=[0,0,0,0] --raw
#! raw n! 5031285092534963243
#! value v! [0.493212266839123, 0.955659538405257, 0.906575821992533, 0.272746511386003]
#! run random_gradient --set n!=7 --set x=2 --grad y!
#! value n! 7
#! gradient x 2.35544762723691
#! restored true
