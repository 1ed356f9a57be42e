# Generic instructions inside expressions: their bodies say the type of the value. Complex{}(a, b) is of what its parts are.
struct Point
    x::Fixed
    y::Fixed
end
@i function (:+=)(second)(y!, a::Complex)
    y! += a.im
end
@i function (:+=)(turned)(y!, a::Complex)
    y! += a * im
end
@i function (:+=)(dist)(y!, p::Point)
    s ← 0.0
    s += p.x^2
    y! += sqrt(s + p.y^2)
    s -= p.x^2
    s → 0.0
end
@i function (:+=)(next)(y!, n)
    y! += n + 1
end
@i function (:+=)(energy)(y!, v)
    for i = 1:length(v)
        y! += abs2(v[i])
    end
end
@i function (:+=)(total)(y!, v)
    for i = 1:length(v)
        y! += v[i]
    end
end
@i function f(y!::Fixed, z::Complex{Fixed})
    y! += 2 * second(z)
end
@i function f2(y!::Fixed, z::Complex{Fixed})
    y! += 2 * abs(turned(z)) + second(turned(z))
end
@i function f3(y!::Fixed, p::Point)
    y! += 2 * dist(p)
    if (dist(p) > 1, ~)
        y! += 100
    end
end
@i function f4(y!::Fixed, v::Vector{Fixed}, n::Int)
    y! += v[next(n)] * next(0.5)
end
@i function f5(y!::Fixed, v::Vector{Complex{Fixed}})
    y! += 2 * energy(v) + real(2 * total(v))
end
@i function add(p, q)
    p += q
end
@i function ints(x::Int, y::Int, a::Int, b::Int)
    add(Complex{}(x, y), Complex{}(a, b))
end
@i function swapped(x::Int, y::Int, a::Fixed, b::Fixed)
    add(Complex{}(a, b), Complex{}(x, y))
end
@i function elements(v!::Vector{Int}, i::Int)
    add(Complex{}(v![i], v![i+1]), Complex{}(3, 4))
end
@i function both(v!::Vector{Int}, i::Int)
    add(Complex{}(v![i], v![i+1]), Complex(v![1], 4))
end
@i function nested(x::Int, y::Int, z!::Complex{Int})
    z! += Complex{}(x, y) * Complex{}(y, 2)
end
#! run f --set z=1+2im --grad y!
#! value y! 4
#! gradient z {"re":0,"im":2}
#! run f2 --set z=1+2im
#! value y! 5.47213595499958
#! run f3 --set p.x=3 --set p.y=4 --grad y!
#! value y! 110
#! gradient p {"x":1.2,"y":1.6}
#! run f4 --set v=[1,2,3] --set n=2
#! value y! 4.5
#! run f5 --set v='["1+0im","2+1im","3+1im"]'
#! value y! 44
#! run ints --set x=1 --set y=2 --set a=3 --set b=4
#! value x 4
#! value y 6
#! run swapped --set x=1 --set y=2 --set a=3 --set b=4
#! value a 4
#! value b 6
#! run elements --set v!=[1,2,3] --set i=2
#! value v! [1,5,7]
#! run both --set v!=[1,2,3] --set i=2
#! value v! [1,3,7]
#! run nested --set x=1 --set y=2
#! value z! {"re":-2,"im":6}
