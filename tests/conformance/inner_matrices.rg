# Products of matrices within calls, as Julia has them: each is a variable of its own for the statement.
@i function loss(y!::Fixed, A::Matrix{Fixed}, x::Vector{Fixed}, b::Vector{Fixed})
    y! += sum((A * x .- b) .^ 2)
end

@i function several(y!::Fixed, A::Matrix{Fixed}, x::Vector{Fixed}, b::Vector{Fixed})
    y! += norm(A * x - b)^2 + dot(x, A * x)
    y! += (A * x)[2] + sum(A * A') + maximum(A * x)
end

@i function layer(y!::Vector{Fixed}, W::Matrix{Fixed}, x::Vector{Fixed}, b::Vector{Fixed})
    y! .+= abs.(W * x .+ b)
end

quad(A, x) = dot(x, A * x)

#! run loss --set A=[[2,1],[1,3]] --set x=[1,2] --set b=[1,1] --grad y!
#! value y! 45
#! gradient A [[6,12],[12,24]]
#! gradient x [24,42]
#! gradient b [-6,-12]
#! restored true
#! check loss --set y!=0 --set A=[[2,1],[1,3]] --set x=[1,2] --set b=[1,1]
#! run several --set A=[[2,1],[1,3]] --set x=[1,2] --set b=[1,1]
#! value y! 102
#! run layer --set y!=[0,0] --set W=[[1,-2],[0.5,1]] --set x=[1,2] --set b=[0.5,0.5] --grad y![1]
#! value y! [2.5,3]
#! gradient x [-1,2]
#! run quad --set A=[[2,1],[1,3]] --set x=[1,2] --grad out!
#! value out! 18
#! gradient x [8,14]
