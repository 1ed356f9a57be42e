# Routines of the program before those of a library, and beside them.
using NiLang

@i function i_sum(out!, x::AbstractVector)
    out! += 42
end

# Less specific than the library's, yet called here.
@i function i_norm2(out!, x)
    out! += 7
end

@i function own(a!::Fixed, b!::Fixed, x::Vector{Fixed})
    i_sum(a!, x)
    i_norm2(b!, x)
end

# i_mean calls the library's i_sum.
@i function mean(out!::Fixed, x::Vector{Fixed})
    i_mean(out!, x)
end

@i function both(out!::Fixed, W::Matrix{Fixed}, b::Vector{Fixed}, x::Vector{Fixed}, p::Vector{Fixed})
    @routine begin
        y ← zeros(Fixed, length(b))
        i_affine!(y, W, b, x)
    end
    i_softmax_crossentropy(out!, y, p)
    ~@routine
end

# A type of the library's name, here without the number of rows.
struct SparseMatrixCSC{T}
    n::Int
    colptr::Vector{Int}
    rowval::Vector{Int}
    nzval::Vector{T}
end

@i function column_sums(out!::Vector{Fixed}, A::SparseMatrixCSC{Fixed})
    for j = 1:A.n
        for k = A.colptr[j]:A.colptr[j+1]-1
            out![j] += A.nzval[k]
        end
    end
end

# Functions of vectors as NiLang writes them.
struct Squared
    scale::Fixed
end

@i function i_map(y!::Fixed, f::Squared, x::Fixed)
    y! += f.scale * x^2
end

@i function mapped(out!::Fixed, f::Squared, x::Vector{Fixed})
    i_sum(out!, f, x)
end

@i function determinants(out!::Fixed, A::Matrix{Fixed})
    out! += det(A)
    out! += logdet(A)
end

@i function largest(out!::Fixed, k!::Int, x::Vector{Fixed}, A::Matrix{Fixed})
    k! += argmax(x)
    out! += maximum(x)
    out! += sum(x)
    out! -= sum(A)
end

#! run own --set x=[1,2]
#! value a! 42
#! value b! 7
#! run mean --set x=[1,2]
#! value out! 1.5
#! run both --set out!=0 --set W=[[0.5,-1,2],[0.25,1.5,-0.5]] --set b=[0.5,-0.25] --set x=[1,-2,0.5] --set p=[0.75,0.25] --grad out!
#! tolerance 1e-11
#! value out! 1.813209922334339
#! gradient out! 1
#! gradient W [[0.2492903296008994, -0.4985806592017989, 0.1246451648004497], [-0.2492903296008994, 0.4985806592017989, -0.1246451648004497]]
#! gradient b [0.2492903296008994, -0.2492903296008994]
#! gradient x [0.06232258240022486, -0.6232258240022485, 0.6232258240022486]
#! gradient p [0.0007099223343391969, 7.250709922334339]
#! restored true
#! run column_sums --set out!=[0,0] --set 'A={"n":2,"colptr":[1,3,4],"rowval":[1,2,2],"nzval":[0.5,2,3]}' --grad out![1]
#! value out! [2.5,3]
#! gradient A {"nzval": [1,1,0]}
#! restored true
#! run mapped --set 'f={"scale":2}' --set x=[1,3] --grad out!
#! value out! 20
#! gradient f {"scale": 10}
#! gradient x [4,12]
#! restored true
#! run determinants --set A=[[1,2],[3,5]] --grad out!
#! value out! -1
#! gradient A [[0,0],[0,0]]
#! restored true
#! run determinants --set A=[[2,1],[1,2]] --grad out!
#! value out! 4.09861228866811
#! gradient A [[2.66666666666667,-1.33333333333333],[-1.33333333333333,2.66666666666667]]
#! restored true
#! run largest --set x=[1,2,-1] --set A=[[1,2],[3,4]] --grad out!
#! value out! -6
#! value k! 2
#! gradient x [1,2,1]
#! gradient A [[-1,-1],[-1,-1]]
#! restored true
