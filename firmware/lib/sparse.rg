# Sparse matrices in compressed columns. `using Sparse`

"m x n; the elements of column j are nzval[k] in row rowval[k] for k = colptr[j] .. colptr[j+1]-1, rows ascending, as in Julia."
struct SparseMatrixCSC{T}
    m::Int
    n::Int
    colptr::Vector{Int}
    rowval::Vector{Int}
    nzval::Vector{T}
end

"out! += A x"
@i function i_mul!(out!::AbstractVector, A::SparseMatrixCSC, x::AbstractVector)
    @assert length(out!) == A.m && length(x) == A.n
    for j = 1:A.n
        for k = A.colptr[j]:A.colptr[j+1]-1
            out![A.rowval[k]] += A.nzval[k] * x[j]
        end
    end
end

"C! += A B, B and C! dense."
@i function i_mul!(C!::AbstractMatrix, A::SparseMatrixCSC, B::AbstractMatrix)
    @assert size(C!) == (A.m, size(B, 2)) && size(B, 1) == A.n
    for c = 1:size(B, 2), j = 1:A.n
        for k = A.colptr[j]:A.colptr[j+1]-1
            C![A.rowval[k], c] += A.nzval[k] * B[j, c]
        end
    end
end

"C! += α A B; NiLang's form, β must be 1."
@i function i_mul!(C!::AbstractVector, A::SparseMatrixCSC, B::AbstractVector, α, β)
    @assert length(C!) == A.m && length(B) == A.n && β == 1
    for j = 1:A.n
        for k = A.colptr[j]:A.colptr[j+1]-1
            C![A.rowval[k]] += A.nzval[k] * B[j] * α
        end
    end
end

"r! += the sum of conj(A[i, j]) B[i, j] (Frobenius). The place in B follows that in A through all columns and ends where B does, so nothing is kept to find the way back; time grows with the numbers of elements."
@i function i_dot(r!, A::SparseMatrixCSC, B::SparseMatrixCSC)
    @assert A.m == B.m && A.n == B.n
    ib ← 1
    for j = 1:A.n
        for ia = A.colptr[j]:A.colptr[j+1]-1
            @routine begin
                @zeros Int row before
                row += A.rowval[ia]
                before += ia > A.colptr[j] ? A.rowval[ia-1] : 0
            end
            while (ib < B.colptr[j+1] && B.rowval[ib] < row, ib > B.colptr[j] && B.rowval[ib-1] >= before)
                INC(ib)
            end
            if (ib < B.colptr[j+1] && B.rowval[ib] == row, ~)
                r! += conj(A.nzval[ia]) * B.nzval[ib]
            end
            ~@routine
        end
        @routine begin
            last ← 0
            last += A.colptr[j+1] > A.colptr[j] ? A.rowval[A.colptr[j+1]-1] : 0
        end
        while (ib < B.colptr[j+1], ib > B.colptr[j] && B.rowval[ib-1] >= last)
            INC(ib)
        end
        ~@routine
    end
    ib → B.colptr[B.n+1]
end

"out! += A as a dense matrix."
@i function i_dense!(out!::AbstractMatrix, A::SparseMatrixCSC)
    @assert size(out!) == (A.m, A.n)
    for j = 1:A.n
        for k = A.colptr[j]:A.colptr[j+1]-1
            out![A.rowval[k], j] += A.nzval[k]
        end
    end
end
