# The standard library: found by name, its routines called for the types of their arguments.
using NiLang, NiLang.AD
using Sums

@i function norm(out!::Fixed, x::Vector{Fixed})
    @routine begin
        s ← 0.0
        i_norm2(s, x)
    end
    out! += sqrt(s)
    ~@routine
end

@i function whole(out!::Int, n::Vector{Int})
    i_sum(out!, n)
end

@i function columns(y!::Vector{Fixed}, A::Matrix{Fixed}, a::Fixed)
    i_axpy!(a, A[:,2], y!)
end

#! run norm --set x=[3,4] --grad out!
#! value out! 5
#! gradient x [0.6,0.8]
#! restored true
#! run whole --set n=[1,2,3]
#! value out! 6
#! run columns --set y!=[1,1] --set A=[[1,2],[3,4]] --set a=10 --grad y![2]
#! value y! [21,41]
#! gradient A [[0,0],[0,10]]
#! gradient a 4
