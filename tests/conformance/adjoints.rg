# A' of complex numbers shows conjugates, transpose(A) does not; both can be changed.
@i function mul!(y!::AbstractVector, A::AbstractMatrix, x::AbstractVector)
    for j = 1:size(A, 2), i = 1:size(A, 1)
        y![i] += A[i, j] * x[j]
    end
end

@i function products!(y!::Vector{Complex{Fixed}}, t!::Vector{Complex{Fixed}}, A::Matrix{Complex{Fixed}}, x::Vector{Complex{Fixed}})
    mul!(y!, A', x)
    mul!(t!, transpose(A), x)
    (~mul!)(t!, (A')', x)
    y! .+= A'[:, 1] .* x
    for z in adjoint(A)[1, :]
        y![1] -= z
    end
end

@i function change!(A!::Matrix{Complex{Fixed}}, y!::Vector{Complex{Fixed}}, B!::Matrix{Complex{Fixed}})
    A!'[1, 2] ↔ y![2]
    A!'[2, 1] += y![1]
    B! .+= y!' .* y!
    B! .-= A!' .* 2
    y![1] += y![2]' * (y![2] |> CONJ)
end

#! run products! --set y!='[0,0]' --set t!='[0,0]' --set A='[["1+1im","2-0.5im"],["0.5im","-1+0.25im"]]' --set x='["0.5+0.25im","1-1im"]' --grad y![1].im
#! value y! [{"re":0,"im":0.5},{"re":2.125,"im":0}]
#! value t! [{"re":-1,"im":3},{"re":1.25,"im":0}]
#! restored true
#! check products! --set y!='[0,0]' --set t!='[0,0]' --set A='[["1+1im","2-0.5im"],["0.5im","-1+0.25im"]]' --set x='["0.5+0.25im","1-1im"]'
#! run change! --set A!='[["1+1im","2-0.5im"],["0.5im","-1+0.25im"]]' --set y!='["0.5+0.5im","1im"]' --set B!='[[0,0],[0,0]]'
#! value A! [[{"re":1,"im":1},{"re":2.5,"im":-1}],[{"re":0,"im":-1},{"re":-1,"im":0.25}]]
#! value y! [{"re":0.25,"im":0.5},{"re":0,"im":-0.5}]
#! value B! [[{"re":-1.5,"im":2},{"re":-0.25,"im":-1.75}],[{"re":-5.25,"im":-2.25},{"re":2.25,"im":0.5}]]
#! check change! --set A!='[["1+1im","2-0.5im"],["0.5im","-1+0.25im"]]' --set y!='["0.5+0.5im","1im"]' --set B!='[[0,0],[0,0]]'
