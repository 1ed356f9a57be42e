# In-place affine transformation (NiLang, listing 13).
@i function i_affine!(y!::AbstractVector{Fixed}, W::AbstractMatrix{Fixed}, b::AbstractVector{Fixed}, x::AbstractVector{Fixed})
    @safe @assert size(W) == (length(y!), length(x)) && length(b) == length(y!)
    @invcheckoff for j=1:size(W, 2)
        for i=1:size(W, 1)
            @inbounds y![i] += W[i,j]*x[j]
        end
    end
    @invcheckoff for i=1:size(W, 1)
        @inbounds y![i] += b[i]
    end
end

#! run --set y!=[0,0] --set W=[[1,2,3],[4,5,6]] --set b=[0.5,-0.5] --set x=[1,0,-1] --grad y![2]
#! value y! [-1.5,-2.5]
#! gradient x [4,5,6]
#! gradient b [0,1]
#! gradient W [[0,0,0],[1,0,-1]]
#! gradient y! [0,1]
#! restored true
#! run --set y!=[-1.5,-2.5] --set W=[[1,2,3],[4,5,6]] --set b=[0.5,-0.5] --set x=[1,0,-1] --backward
#! value y! [0,0]
#! check --set y!=[0,0] --set W=[[1,2,3],[4,5,6]] --set b=[0.5,-0.5] --set x=[1,0.25,-1]
#! run --set y!=[0,0] --set W=[[1,2,3],[4,5,6]] --set b=[0.5,-0.5,1] --set x=[1,0,-1]
#! status 1
#! trap R0815
