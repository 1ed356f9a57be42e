# Int changed by bijections of itself, and what the machine says of factors that lose bits.
@i function several!(x::Int, c::Int)
    x += 2c * x + 5
    x -= 4 * x
    x += x << 3
    x ⊻= x << c
    x ⊻= (x >>> 3) & c
    x ⊻= x << 3 ⊻ x << 5 ⊻ 77
    x ⊻= (x >> 3) & 0x1fffffffffffffff
    x ⊻= (x >> 32) & 0x7fffffffffffffff
end

"Tempering of the Mersenne twister: words of 32 bits, which are not negative."
@i function temper!(y::Int)
    y ⊻= y >> 11
    y ⊻= (y << 7) & 0x9d2c5680
    y ⊻= (y << 15) & 0xefc60000
    y ⊻= y >> 18
end

@i function factor!(x::Int, c::Int)
    x *= c
end

@i function quotient!(x::Int, c::Int)
    x /= c
end

@i function signed!(x::Int)
    x ⊻= x >> 5
end

struct Word
    low::Int
    high::Int
end

@i function parts!(w::Word, v::Vector{Int}, c::Int)
    w.low *= 3
    w.high ⊻= w.high << 1
    v .*= 5
    v .⊻= v .>>> 3
    v[2] += 6v[2]
    v .+= 2 .* v
    v .*= 2c + 1
    -v[1] += 2v[2]
end

@i function undone!(y!::Int, x::Int)
    @routine begin
        t ← 0
        t += x
        for k = 1:3
            t *= 2k + 1
            t ⊻= t >>> 1
        end
        if (x > 0, ~)
            ~(t += 10t)
        end
    end
    y! += t
    ~@routine
    ~(y! ⊻= y! << 9; y! *= 7)
end

@i function generic!(x, c)
    x *= c
    x ⊻= x >>> c
end

@i function called!(x::Int, c::Int)
    generic!(x, c)
    (~generic!)(x, 3)
end

"Gradients go past them."
@i function beside!(y!::Fixed, x::Fixed, n::Int)
    @routine begin
        k ← 0
        k += n
        k *= 3
        k ⊻= k >>> 1
    end
    y! += x * k
    ~@routine
end

#! run several! --set x=-123456789123 --set c=1
#! value x 1077085841319112
#! check several! --set x=-123456789123 --set c=1
#! run several! --backward --set x=1077085841319112 --set c=1
#! value x -123456789123
#! run several! --set x=-123456789123 --set c=13
#! value x 2238910420244788238
#! check several! --set x=-123456789123 --set c=13
#! run several! --backward --set x=2238910420244788238 --set c=13
#! value x -123456789123
#! run several! --set x=-123456789123 --set c=64
#! value x 16596831007843255
#! check several! --set x=-123456789123 --set c=64
#! run several! --backward --set x=16596831007843255 --set c=64
#! value x -123456789123
#! run several! --set x=7 --set c=0
#! status 1
#! trap lost bits
#! run temper! --set y=12345
#! value y 55453292
#! check temper! --set y=12345
#! run factor! --set x=7 --set c=-3
#! value x -21
#! check factor! --set x=123456789 --set c=-987654321
#! run factor! --set x=7 --set c=6
#! status 1
#! trap an even factor
#! run quotient! --set x=-21 --set c=-3
#! value x 7
#! run quotient! --set x=1 --set c=3
#! value x -6148914691236517205
#! run quotient! --set x=8 --set c=2
#! status 1
#! trap lost bits
#! run signed! --set x=1234567
#! value x 1196083
#! says R0334
#! run signed! --set x=-5
#! status 1
#! trap a negative number
#! run parts! --set w.low=5 --set w.high=9 --set v=[1,-2,3] --set c=7
#! value v [-4611686018427392719,-6917529027641079336,630]
#! check parts! --set w.low=5 --set w.high=9 --set v=[1,-2,3] --set c=7
#! run undone! --set y!=4 --set x=77
#! value y! 267097397952145487
#! check undone! --set y!=4 --set x=77
#! run called! --set x=1000 --set c=7
#! value x 6148914691236519286
#! run beside! --set x=2 --set n=5 --grad y!
#! value y! 16
#! gradient x 8
#! check beside! --set x=2 --set n=5
