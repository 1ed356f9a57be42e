# y += sum(e) of a dotted e.
@i function f(y!::Fixed, z!::Complex{Fixed}, n!::Int, x::Vector{Fixed}, A::Matrix{Fixed}, c::Vector{Complex{Fixed}}, k::Vector{Int})
    y! += sum(x .^ 2)
    y! += sum(abs2.(c))
    y! -= sum(x[1:2] .* x[2:3])
    y! += sum(A .* x[1:2])
    y! += sum(A'[:, 1] .* x .+ 1)
    z! += sum(c .* x)
    n! += sum(k .% 2)
end

@i function mismatched(y!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})
    y! += sum(x .* w)
end

#! run f --set y!=0.5 --set z!=1im --set n!=0 --set x=[1,2,-0.5] --set A=[[0.5,1,2],[1.5,-0.5,0.25]] --set c='["1+1im","2-1im","0.5im"]' --set k=[1,2,3] --grad y!
#! value y! 22.5
#! value z! {"re":5,"im":-0.25}
#! value n! 2
#! gradient x [4,5.75,-1]
#! restored true
#! check f --set y!=0.5 --set z!=1im --set n!=0 --set x=[1,2,-0.5] --set A=[[0.5,1,2],[1.5,-0.5,0.25]] --set c='["1+1im","2-1im","0.5im"]' --set k=[1,2,3]
#! run mismatched --set x=[1,2] --set w=[1,2,3]
#! status 1
#! trap R0815
