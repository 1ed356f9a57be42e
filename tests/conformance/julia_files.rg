# What files of Julia have beside routines: other names of types, constants without const, operators of structs, tests.
using NiLang, Test

const Number64 = Fixed
const Row{T} = Vector{T}

struct Quadratic{T}
    a::T
    b::T
end

weights = [0.5, 2.0, 4.0]
offset = 3
square = t -> t^2
weighted(x) = weights[2] * square(x) + offset
sum_and_difference(x, y) = (x + y, x - y)

@i function :(+=)(*)(y!::Quadratic{T}, p::Quadratic{T}, q::Quadratic{T}) where T
    y!.a += p.a * q.a
    y!.a -= p.b * q.b
    y!.b += p.a * q.b
    y!.b += p.b * q.a
end

@i function constants(y!::Number64, x::Row{Number64})
    y! += weighted(x[1])
    y! += weights[3] * x[2]
end

@i function pairs(s!::Fixed, d!::Fixed, x::Fixed, y::Fixed)
    (s!, d!) += sum_and_difference(x, y)
    (d!, s!) -= sum_and_difference(y, x)
end

@testset "products" begin
    @i function products(re!::Fixed, im!::Fixed, a::Fixed, b::Fixed)
        @routine begin
            p ← Quadratic(0.0, 0.0)
            q ← Quadratic(0.0, 0.0)
            r ← Quadratic(0.0, 0.0)
            p += Quadratic(a, b)
            r += Quadratic(a, b)
            q += p * r
        end
        re! += q.a
        im! += q.b
        ~@routine
    end
    @test products(0.0, 0.0, 1.0, 2.0)[1] ≈ -3.0
end

@show constants(0.0, [1.0, 2.0])
for i in 1:3
    println(i, " ", square(i))
end

#! run constants --set y!=0 --set x=[1.5,2] --grad y!
#! value y! 15.5
#! gradient x [6.0, 4.0]

#! run pairs --set s!=0 --set d!=0 --set x=5 --set y=1.5 --grad d!
#! value s! 10.0
#! value d! -3.0
#! gradient x 0.0
#! gradient y -2.0

#! run products --set re!=0 --set im!=0 --set a=1.5 --set b=2 --grad re!
#! value re! -1.75
#! value im! 6.0
#! gradient a 3.0
#! gradient b -4.0
