# Whole numbers bind a type variable to Int, as in Julia. Where a derivative is wanted they bind it to Fixed.
@i function square(y!::T, x::T) where T
    y! += x * x
end

@i function weighted(y!::T, x::T, w::Vector{T}) where {T<:Real}
    for i = 1:length(w)
        y! += w[i] * x^2
    end
end

@i function counted(y!::T, x::T, n::Int) where T
    for i = 1:n
        y! += x
    end
end

@i function whole(y!::T, x::T) where {T<:Integer}
    y! += x * x
end

#! run square --set y!=0 --set x=3000000
#! value y! 9000000000000
#! run square --set x=3 --grad y!
#! value y! 9
#! gradient x 6
#! run weighted --set x=3 --set w=[1,2] --hessian y!
#! value y! 27
#! hessian y!,x,w[1],w[2] [[0,0,0,0],[0,6,6,6],[0,6,0,0],[0,6,0,0]]
#! run weighted --set x=3 --set w=[1,2] --tangent x=1
#! tangent y! 18
#! run counted --set x=3 --set n=4 --grad y!
#! gradient x 4
#! check weighted --set x=3 --set w=[1,2]
#! run whole --set y!=0 --set x=3000000
#! value y! 9000000000000
