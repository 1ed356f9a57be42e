# The product of a sparse matrix with a vector, and the square of its length.
include "../../../examples/sparse.rg"

@i function sparse_product(out!::Fixed, C!::Matrix{Fixed}, A::SparseMatrixCSC{Fixed}, B::Matrix{Fixed})
    i_mul!(C!, A, B, 1.0)
    for c in C!
        out! += c^2
    end
end
