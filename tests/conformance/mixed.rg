# Programs of several kinds at once: dispatch on structs, a stack in a loop, recurrences, quadrature, products in one array.
abstract type Shape end
struct Disc{T} <: Shape
    r::T
end
struct Box{T} <: Shape
    w::T
    h::T
end
@i function area!(a!, d::Disc)
    a! += π * d.r^2
end
@i function area!(a!, b::Box)
    a! += b.w * b.h
end
@i function total(a!::Fixed, d::Disc{Fixed}, b::Box{Fixed}; k::Int=2)
    for i = 1:k
        area!(a!, d)
    end
    area!(a!, b)
end
@i function gcd!(a!::Int, b!::Int, qs::Stack{Int})
    while (b! != 0, length(qs) > 0)
        q ← 0
        q += a! ÷ b!
        a! -= q * b!
        SWAP(a!, b!)
        PUSH!(qs, q)
        q → 0
    end
end
@i function gcd_main(g!::Int, a::Int, b::Int)
    @routine begin
        x ← 0
        y ← 0
        qs ← stack(Int, 64)
        x += a
        y += b
        gcd!(x, y, qs)
    end
    g! += x
    ~@routine
end
@i function horner(y!::Fixed, x::Fixed, c::Vector{Fixed})
    @routine begin
        acc ← zeros(Fixed, length(c) + 1)
        for i = length(c):-1:1
            acc[i] += acc[i+1] * x + c[i]
        end
    end
    y! += acc[1]
    ~@routine
end
@i function simpson(s!::Fixed, a::Fixed, b::Fixed, n::Int)
    @routine begin
        h ← 0.0
        h += (b - a) / n
    end
    for i = 0:2:n-2
        s! += h / 3 * (exp(-(a + i * h)^2) + 4exp(-(a + (i + 1) * h)^2) + exp(-(a + (i + 2) * h)^2))
    end
    ~@routine
end
@i function lstm!(c!::Vector{Fixed}, x::Vector{Fixed}, w::Vector{Fixed})
    for i in eachindex(c!)
        c![i] += tanh(w[1] * x[i]) / (1 + exp(-w[2] * x[i]))
    end
    c![2:end] .+= 0.5 .* x[1:end-1]
end
@i function matpow(B!::Matrix{Fixed}, A::Matrix{Fixed}, n::Int)
    @routine begin
        P ← zeros(Fixed, size(A, 1), (n + 1) * size(A, 1))
        for i = 1:size(A, 1)
            P[i, i] += 1
        end
        for t = 1:n
            for i = 1:size(A, 1), j = 1:size(A, 1), k = 1:size(A, 1)
                P[i, t * size(A, 1) + j] += P[i, (t - 1) * size(A, 1) + k] * A[k, j]
            end
        end
    end
    for i = 1:size(A, 1), j = 1:size(A, 1)
        B![i, j] += P[i, n * size(A, 1) + j]
    end
    ~@routine
end

#! run total --set 'd={"r":2}' --set 'b={"w":3,"h":0.5}' --grad a!
#! tolerance 1e-11
#! value a! 26.632741228718345
#! gradient d {"r":25.132741228718345}
#! gradient b {"w":0.5,"h":3}
#! restored true
#! check total --set 'd={"r":2}' --set 'b={"w":3,"h":0.5}'
#! run gcd_main --set a=84 --set b=36
#! value g! 12
#! run gcd_main --backward --set g!=12 --set a=84 --set b=36
#! value g! 0
#! run horner --set x=2 --set c=[1,2,3] --hessian y!
#! value y! 17
#! gradient x 14
#! gradient c [1,2,4]
#! hessian y!,x,c[1],c[2],c[3] [[0,0,0,0,0],[0,6,0,1,4],[0,0,0,0,0],[0,1,0,0,0],[0,4,0,0,0]]
#! run simpson --set a=0 --set b=1 --set n=6 --grad s!
#! tolerance 1e-11
#! value s! 0.7468303914893448
#! run lstm! --set c!=[0,0,0] --set x=[1,2,3] --set w=[0.5,-0.5]
#! tolerance 1e-11
#! value c! [0.17446802061504182,0.7048242148098252,1.1651221442935735]
#! run matpow --set B!=[[0,0],[0,0]] --set A=[[1,0.5],[0.25,1]] --set n=3 --grad B![1,2]
#! value B! [[1.375,1.5625],[0.78125,1.375]]
#! gradient A [[1.5,3.25],[0.25,1.5]]
#! restored true
