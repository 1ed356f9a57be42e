# Products of matrices. `using Linear`

"out! += A x. Of Fixed, each product is rounded."
@i function i_mul!(out!::AbstractVector, A::AbstractMatrix, x::AbstractVector)
    @assert size(A) == (length(out!), length(x))
    for j = 1:size(A, 2), i = 1:size(A, 1)
        out![i] += A[i, j] * x[j]
    end
end

"out! += A B. Of Fixed, each product is rounded."
@i function i_mul!(out!::AbstractMatrix, A::AbstractMatrix, B::AbstractMatrix)
    @assert size(A, 2) == size(B, 1) && size(out!) == (size(A, 1), size(B, 2))
    for k = 1:size(B, 2), j = 1:size(A, 2), i = 1:size(A, 1)
        out![i, k] += A[i, j] * B[j, k]
    end
end

"out! += A x, each element an exact sum of products, rounded once. Slower than i_mul!."
@i function i_mul_exact!(out!::AbstractVector{Fixed}, A::AbstractMatrix{Fixed}, x::AbstractVector{Fixed})
    @assert size(A, 1) == length(out!)
    for i = 1:size(A, 1)
        out![i] += dot(A[i, :], x)
    end
end

"out! += A B, each element an exact sum of products, rounded once. Slower than i_mul!."
@i function i_mul_exact!(out!::AbstractMatrix{Fixed}, A::AbstractMatrix{Fixed}, B::AbstractMatrix{Fixed})
    @assert size(out!) == (size(A, 1), size(B, 2))
    for k = 1:size(B, 2), i = 1:size(A, 1)
        out![i, k] += dot(A[i, :], B[:, k])
    end
end

"y! += W x + b"
@i function i_affine!(y!::AbstractVector, W::AbstractMatrix, b::AbstractVector, x::AbstractVector)
    i_mul!(y!, W, x)
    y! .+= b
end

"x! := U x! in place, for each column of x!: U is the product of the M (M - 1) / 2 plane rotations by θ, M the number of rows. Exactly invertible."
@i function i_umm!(x!::AbstractMatrix{Fixed}, θ::AbstractVector{Fixed})
    @assert length(θ) == size(x!, 1) * (size(x!, 1) - 1) ÷ 2
    for l = 1:size(x!, 2)
        k ← 0
        for j = 1:size(x!, 1), i = size(x!, 1)-1:-1:j
            INC(k)
            ROT(x![i, l], x![i+1, l], θ[k])
        end
        k → length(θ)
    end
end

"The same for a vector: one column."
@i function i_umm!(x!::AbstractVector{Fixed}, θ::AbstractVector{Fixed})
    i_umm!(reshape(x!, length(x!), 1), θ)
end
