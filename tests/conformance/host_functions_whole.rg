# Functions of Julia on Int, Complex, structs and arrays without a type: what they compute stands where they are called.
struct Point{T}
    x::T
    y::T
end

function wrap(i::Int, n::Int)
    k = (i - 1) % n
    return k < 0 ? k + n + 1 : k + 1
end

function hash(x::Int)
    h = x ⊻ (x >>> 13)
    h = h * 31
    if h % 2 == 0
        h = h ÷ 2
    end
    h ⊻ (h >>> 7)
end

function binomials(n::Int)
    a, b = 1, 1
    for k = 1:6
        a, b = b, a + b
    end
    return a * n + b
end

twice(n) = n + n
step(z::Complex) = z * z + 0.25
squared(z) = z * z
norm2(p::Point) = p.x^2 + p.y^2
both(n::Int) = wrap(n, 3) + later(n)
later(n::Int)::Int = n * 10
average(v) = sum(v) / length(v)
isprime(n::Int) = n == 2 || n == 3 || (n > 3 && n % 2 != 0 && n % 3 != 0)

@i function indices(y!::Fixed, v::Vector{Fixed}, n::Int)
    for i = 1:n
        y! += v[wrap(i+1, length(v))] * v[wrap(i-1, length(v))]
    end
end

@i function hashes(y!::Int, x::Int)
    y! += hash(x) + binomials(twice(x)) + both(x)
    if (isprime(x), ~)
        y! += 1000000
    end
end

@i function orbit(z!::Complex, c::Complex)
    z! += step(c) + squared(c) * 2
end

@i function lengths(y!::Fixed, p::Point{Fixed})
    y! += sqrt(norm2(p))
end

#! run indices --set v=[1,2,3,5] --set n=6 --grad y!
#! value y! 39
#! restored true
#! check indices --set y!=0 --set v=[1,2,3,5] --set n=6
#! run hashes --set x=5
#! value y! 1000357
#! run orbit --set c=0.5+0.25im --grad z!.re
#! value z! {"re":0.8125,"im":0.75}
#! gradient c {"re":3,"im":-1.5}
#! check orbit --set z!=0 --set c=0.5+0.25im
#! run lengths --set 'p={"x":3,"y":4}' --grad y!
#! value y! 5

@i function averages(y!::Fixed, v::Vector{Fixed})
    y! += average(v)^2
end
#! run averages --set v=[1,2,6] --grad y!
#! value y! 9
#! check averages --set y!=0 --set v=[1,2,6]
