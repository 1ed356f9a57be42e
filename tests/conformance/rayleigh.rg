# A quotient of a sparse form.
using Sparse, Sums
@i function rayleigh(q!::Fixed, A::SparseMatrixCSC{Fixed}, x::Vector{Fixed})
    @routine begin
        y ← zeros(Fixed, A.m)
        i_mul!(y, A, x)
        num ← 0.0
        den ← 0.0
        i_dot(num, x, y)
        i_norm2(den, x)
    end
    q! += num / den
    ~@routine
end

#! run rayleigh --set 'A={"m": 3, "n": 3, "colptr": [1, 3, 4, 6], "rowval": [1, 3, 2, 1, 3], "nzval": [2.0, -0.5, 1.5, 0.25, 3.0]}' --set 'x=[1.0, -2.0, 0.5]' --grad q!
#! value q! 1.6428571428571
#! gradient x [0.11224489795918, 0.10884353741497, 0.2108843537415]
#! restored true
#! check rayleigh --set 'A={"m": 3, "n": 3, "colptr": [1, 3, 4, 6], "rowval": [1, 3, 2, 1, 3], "nzval": [2.0, -0.5, 1.5, 0.25, 3.0]}' --set 'x=[1.0, -2.0, 0.5]'
