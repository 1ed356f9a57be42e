# The library TropicalNumbers: what its types do alone and in arrays, against hand-made results and finite choices.
using TropicalNumbers, Linear

@i function matvec(y!::Vector{Tropical}, A::Matrix{Tropical}, x::Vector{Tropical})
    i_mul!(y!, A, x)
end

@i function matmat(C!::Matrix{TropicalMinPlus{Int}}, A::Matrix{TropicalMinPlus{Int}}, B::Matrix{TropicalMinPlus{Int}})
    i_mul!(C!, A, B)
end

@i function walk(y!::Vector{Tropical}, start::Vector{Tropical}, A::Matrix{Tropical}, n::Int)
    i_walk!(y!, start, A, n)
end

"The running best of x, each change of it undone."
@i function running(y!::Tropical, x::Vector{Tropical})
    @routine begin
        best ← zero(Tropical)
        kept ← zeros(Bool, length(x))
        replaced ← ones(Tropical, length(x))
        for i in eachindex(x)
            i_add!(best, x[i], kept[i], replaced[i])
        end
    end
    y! *= best
    ~@routine
end

@i function expression(y!::TropicalMaxPlus, a::TropicalMaxPlus, b::TropicalMaxPlus, k::Int)
    y! *= (a * b + b ^ k) / inv(a)
    y! /= max(a, b) * min(a, b) * one(a)
    if (a < b, ~)
        y! *= a == b ? a : b
    end
end

@i function reduced(y!::Tropical, x::Vector{Tropical}, w::Vector{Fixed})
    t ← Tropical(0.5)
    t *= maximum(x) * minimum(x) / prod(x)
    y! *= sum(Tropical.(w) .* x) * t
    t /= maximum(x) * minimum(x) / prod(x)
    t → Tropical(0.5)
end

"A product of three zeros has room; a sum with them is the other number."
@i function neutral(y!::Tropical, z!::TropicalMinPlus{Int}, x::Vector{Tropical})
    s ← zeros(Tropical, 2)
    o ← ones(Tropical, 2)
    f ← fill(Tropical(0.25), 2)
    y! *= s[1] * s[2] + x[1] + sum(s)
    y! *= o[1] * f[2] + s[1]
    z! *= zero(TropicalMinPlus{Int}) + TropicalMinPlus(7)
    f → fill(Tropical(0.25), 2)
    o → ones(Tropical, 2)
    s → zeros(Tropical, 2)
end

"The most zeros that fit, and one more."
@i function most(y!::TropicalMinPlus, n::Int)
    s ← zeros(TropicalMinPlus, n)
    y! *= prod(s)
    y! /= zero(TropicalMinPlus) ^ n
    s → zeros(TropicalMinPlus, n)
end

"A struct with one, a copy of one, an exchange, a stack, a slice that is changed."
struct Cell
    best::Tropical{Fixed}
    count::Int
end

@i function within(cell!::Cell, y!::Vector{Tropical}, x::Tropical)
    t ← x
    t *= x
    cell!.best *= t
    cell!.count += 1
    y![1:2] .*= t
    y![1] ↔ y![2]
    PUSH!(t)
    y![2] *= t
    POP!(t)
    t /= x
    t → x
end

#! run matvec --set y!=[0,0.5] --set A=[[3,4,1.5],[1,2,-1]] --set x=[1,-2,2] --grad y![1].n
#! value y! [{"n":4},{"n":2.5}]
#! gradient A [[{"n":1},{"n":0},{"n":0}],[{"n":0},{"n":0},{"n":0}]]
#! gradient x [{"n":1},{"n":0},{"n":0}]
#! restored true
#! run matvec --set y!=[4,2.5] --set A=[[3,4,1.5],[1,2,-1]] --set x=[1,-2,2] --backward
#! value y! [{"n":0},{"n":0.5}]
#! run matmat --set C!=[[0,0],[0,1]] --set A=[[3,4],[1,2]] --set B=[[1,2],[0,7]]
#! value C! [[{"n":4},{"n":5}],[{"n":2},{"n":4}]]
#! run walk --set y!=[0,0] --set start=[1,2] --set A=[[3,4],[1,2]] --set n=4 --grad y![1].n
#! value y! [{"n":13},{"n":14}]
#! gradient A [[{"n":4},{"n":0}],[{"n":0},{"n":0}]]
#! gradient start [{"n":1},{"n":0}]
#! restored true
#! run running --set x=[1,2,0.5,7,3] --grad y!.n
#! value y! {"n":7}
#! gradient x [{"n":0},{"n":0},{"n":0},{"n":1},{"n":0}]
#! restored true
#! run expression --set y!=0 --set a=1.5 --set b=2 --set k=3 --grad y!.n
#! value y! {"n":6}
#! gradient a {"n":0}
#! gradient b {"n":3}
#! restored true
#! check reduced --set y!=0 --set x=[1,2.25,-0.5] --set w=[0.5,0.25,1]
#! run reduced --set x=[1,2.25,-0.5] --set w=[0.5,0.25,1] --grad y!.n
#! value y! {"n":2}
#! gradient x [{"n":-1},{"n":1},{"n":0}]
#! gradient w [0,1,0]
#! restored true
#! run neutral --set x=[3] --grad y!.n
#! value y! {"n":3.25}
#! value z! {"n":7}
#! gradient x [{"n":1}]
#! restored true
#! run within --set 'cell!={"best":{"n":1},"count":2}' --set y!=[1,2,3] --set x=1.5 --grad y![2].n
#! value cell! {"best":{"n":4},"count":3}
#! value y! [{"n":5},{"n":4},{"n":3}]
#! gradient x {"n":2}
#! restored true
#! run most --set n=3
#! value y! {"n":0}
#! run most --set n=4
#! status 1
#! trap R0810
