# Sparse matrices in compressed columns (NiLang, listings 22 and 23; section 4.1 of arXiv:2003.04617): the
# product with a vector, and the Frobenius dot product. Its merge of two columns keeps the decisions in a vector
# and uncomputes them. A column that is empty in one of the matrices is left out, as in Julia's SparseArrays.

struct SparseMatrixCSC{T}
    m::Int
    n::Int
    colptr::Vector{Int}
    rowval::Vector{Int}
    nzval::Vector{T}
end

"r gains the trace of A'B."
@i function i_dot(r!::T, A::SparseMatrixCSC{T}, B::SparseMatrixCSC{T}) where {T}
    @safe @assert A.m == B.m && A.n == B.n
    branch_keeper ← zeros(Bool, 2*A.m)
    @invcheckoff @inbounds for j = 1:A.n
        ia1 ← A.colptr[j]
        ib1 ← B.colptr[j]
        ia2 ← A.colptr[j+1]
        ib2 ← B.colptr[j+1]
        if (ia1 < ia2 && ib1 < ib2, ~)
            ia ← ia1
            ib ← ib1
            for i = 1:ia2-ia1+ib2-ib1-1
                ra ← A.rowval[ia]
                rb ← B.rowval[ib]
                if (ra == rb, ~)
                    r! += A.nzval[ia]' * B.nzval[ib]
                end
                # b moves: true, a moves: false
                branch_keeper[i] ⊻= ia == ia2-1 || (ib != ib2-1 && ra > rb)
                ra → A.rowval[ia]
                rb → B.rowval[ib]
                if (branch_keeper[i], ~)
                    INC(ib)
                else
                    INC(ia)
                end
            end
            ~for i = 1:ia2-ia1+ib2-ib1-1
                branch_keeper[i] ⊻= ia == ia2-1 || (ib != ib2-1 && A.rowval[ia] > B.rowval[ib])
                if (branch_keeper[i], ~)
                    INC(ib)
                else
                    INC(ia)
                end
            end
            ia → ia1
            ib → ib1
        end
        ia1 → A.colptr[j]
        ib1 → B.colptr[j]
        ia2 → A.colptr[j+1]
        ib2 → B.colptr[j+1]
    end
    branch_keeper → zeros(Bool, 2*A.m)
end

"C gains α A B, for every column of B."
@i function i_mul!(C!::Matrix{T}, A::SparseMatrixCSC{T}, B::Matrix{T}, α) where {T}
    @safe @assert A.n == size(B, 1)
    @safe @assert A.m == size(C!, 1)
    @safe @assert size(C!, 2) == size(B, 2)
    @invcheckoff for k = 1:size(C!, 2)
        @inbounds for col = 1:A.n
            αxj ← zero(T)
            αxj += B[col,k] * α
            for j = A.colptr[col]:(A.colptr[col + 1] - 1)
                C![A.rowval[j],k] += A.nzval[j] * αxj
            end
            αxj -= B[col,k] * α
            αxj → zero(T)
        end
    end
end

@i function sparse_dot(r!::Fixed, A::SparseMatrixCSC{Fixed}, B::SparseMatrixCSC{Fixed})
    i_dot(r!, A, B)
end

@i function sparse_dot_complex(r!::Complex{Fixed}, A::SparseMatrixCSC{Complex{Fixed}}, B::SparseMatrixCSC{Complex{Fixed}})
    i_dot(r!, A, B)
end

@i function sparse_mul(C!::Matrix{Complex{Fixed}}, A::SparseMatrixCSC{Complex{Fixed}}, B::Matrix{Complex{Fixed}}, α::Complex{Fixed})
    i_mul!(C!, A, B, α)
end

# Frobenius dot: (-2)(4) + (0.5)(2.5) + (-1.25)(8); the second column of A is empty.
#! run sparse_dot --set 'A={"m":4,"n":3,"colptr":[1,3,3,6],"rowval":[1,3,1,2,4],"nzval":[1.5,-2,0.5,3,-1.25]}' --set 'B={"m":4,"n":3,"colptr":[1,3,4,7],"rowval":[2,3,1,1,3,4],"nzval":[7,4,9,2.5,-6,8]}' --grad r!
#! value r! -16.75
#! gradient A {"nzval":[0,4,2.5,0,8]}
#! gradient B {"nzval":[0,-2,0,0.5,0,-1.25]}
#! restored true
#! run sparse_dot_complex --set 'A={"m":4,"n":3,"colptr":[1,3,3,6],"rowval":[1,3,1,2,4],"nzval":["1.5+1im","-2+0.5im","0.5-1im","3+0im","-1.25+2im"]}' --set 'B={"m":4,"n":3,"colptr":[1,3,4,7],"rowval":[2,3,1,1,3,4],"nzval":["7+1im","4-3im","9+0im","2.5+2im","-6+1im","8-0.5im"]}' --grad r!.re
#! value r! {"re":-21.25,"im":-7.875}
#! gradient A {"nzval":[{"re":0,"im":0},{"re":4,"im":-3},{"re":2.5,"im":2},{"re":0,"im":0},{"re":8,"im":-0.5}]}
#! restored true
#! run sparse_dot --backward --set r!=-16.75 --set 'A={"m":4,"n":3,"colptr":[1,3,3,6],"rowval":[1,3,1,2,4],"nzval":[1.5,-2,0.5,3,-1.25]}' --set 'B={"m":4,"n":3,"colptr":[1,3,4,7],"rowval":[2,3,1,1,3,4],"nzval":[7,4,9,2.5,-6,8]}'
#! value r! 0
#! run sparse_dot --set 'A={"m":4,"n":1,"colptr":[1,2],"rowval":[1],"nzval":[1]}' --set 'B={"m":3,"n":1,"colptr":[1,2],"rowval":[1],"nzval":[1]}'
#! status 1
#! trap R0815
#! run sparse_mul --set 'C!=[[0,0],[0,10],[0,0],[0,0]]' --set 'A={"m":4,"n":3,"colptr":[1,3,3,6],"rowval":[1,3,1,2,4],"nzval":["1.5+1im","-2+0.5im","0.5-1im","3+0im","-1.25+2im"]}' --set 'B=[["1+1im","2-1im"],["0.5im","3"],["-1+2im","0.25-0.5im"]]' --set α=0.5+2im --grad C![4,1].re
#! value C! [[{"re":-8,"im":6.25},{"re":1.8125,"im":7.25}],[{"re":-13.5,"im":-3},{"re":13.375,"im":0.75}],[{"re":1.75,"im":-5.75},{"re":-7.75,"im":-5.5}],[{"re":7.625,"im":-7.75},{"re":-1.90625,"im":1.9375}]]
#! gradient A {"nzval":[{"re":0,"im":0},{"re":0,"im":0},{"re":0,"im":0},{"re":0,"im":0},{"re":-4.5,"im":1}]}
#! gradient B [[{"re":0,"im":0},{"re":0,"im":0}],[{"re":0,"im":0},{"re":0,"im":0}],[{"re":-4.625,"im":1.5},{"re":0,"im":0}]]
#! gradient α {"re":-2.75,"im":4.5}
#! restored true
#! check sparse_mul --set 'C!=[[0],[0]]' --set 'A={"m":2,"n":2,"colptr":[1,2,4],"rowval":[2,1,2],"nzval":["1.5+1im","-2+0.5im","0.5-1im"]}' --set 'B=[["1+1im"],["0.5im"]]' --set α=0.5+2im
