# Max-plus and min-plus numbers, after the package TropicalNumbers of Julia. `using TropicalNumbers`
# A product is a sum of numbers, so `x *= y` is undone exactly. A sum is the larger (or the smaller) number; it is written into a
# product, y! *= a * b + c.

abstract type AbstractSemiring end

"x * y is x.n + y.n, x + y the larger one. zero(Tropical{T}) is a quarter of the range below 0, one(Tropical{T}) is 0."
struct Tropical{T<:Real} <: AbstractSemiring
    n::T
end

"Tropical under its longer name."
struct TropicalMaxPlus{T<:Real} <: AbstractSemiring
    n::T
end

"x * y is x.n + y.n, x + y the smaller one. zero(TropicalMinPlus{T}) is a quarter of the range above 0, one(TropicalMinPlus{T}) is 0."
struct TropicalMinPlus{T<:Real} <: AbstractSemiring
    n::T
end

"x! := x! + y, in place: kept! (starts false) says whether y was taken, and replaced! (starts as one) what it replaced."
@i function i_add!(x!::S, y::S, kept!::Bool, replaced!::S) where S<:AbstractSemiring
    if (x! + y != x!, kept!)
        FLIP(kept!)
        x! ↔ replaced!
        x! *= y
    end
end

"y![i] *= the sum over k of A[i,k] * x[k]"
@i function i_mul!(y!::AbstractVector{S}, A::AbstractMatrix{S}, x::AbstractVector{S}) where S<:AbstractSemiring
    for i = 1:size(A, 1)
        y![i] *= sum(A[i, :] .* x)
    end
end

"C![i,j] *= the sum over k of A[i,k] * B[k,j]"
@i function i_mul!(C!::AbstractMatrix{S}, A::AbstractMatrix{S}, B::AbstractMatrix{S}) where S<:AbstractSemiring
    for j = 1:size(B, 2)
        for i = 1:size(A, 1)
            C![i, j] *= sum(A[i, :] .* B[:, j])
        end
    end
end

"y![i] *= the best way of n steps from start to i: the i-th element of start * A^n, as dynamic programming over the steps."
@i function i_walk!(y!::AbstractVector{S}, start::AbstractVector{S}, A::AbstractMatrix{S}, n::Int) where S<:AbstractSemiring
    @routine begin
        s ← ones(S, length(start), n + 1)
        s[:, 1] .*= start
        for t = 1:n
            for i = 1:length(start)
                s[i, t+1] *= sum(s[:, t] .* A[:, i])
            end
        end
    end
    y! .*= s[:, n+1]
    ~@routine
end
