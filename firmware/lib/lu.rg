# Linear systems, inverse, determinant by elimination with row pivoting. `using LU`

"pivot! += the row from k on with the largest magnitude in column k of A."
@i function i_pivot!(pivot!::Int, A::AbstractMatrix{Fixed}, k::Int)
    @routine begin
        best ← k
        records ← stack(Int, size(A, 1))
        for i = k+1:size(A, 1)
            if (abs(A[i, k]) > abs(A[best, k]), best == i)
                PUSH!(records, best)
                best += i
            end
        end
    end
    pivot! += best
    ~@routine
end

"A! becomes U and, below its diagonal, rounding; L! (zero before) the multipliers below the diagonal, row pivots![k] was exchanged with row k at step k. Exactly invertible; a singular matrix traps (R0808)."
@i function i_lu!(A!::AbstractMatrix{Fixed}, L!::AbstractMatrix{Fixed}, pivots!::AbstractVector{Int})
    for k = 1:size(A!, 1)
        i_pivot!(pivots![k], A!, k)
        if (pivots![k] != k, ~)
            A![k, :] ↔ A![pivots![k], :]
            L![k, :] ↔ L![pivots![k], :]
        end
        for i = k+1:size(A!, 1)
            L![i, k] += A![i, k] / A![k, k]
            for j = k:size(A!, 2)
                A![i, j] -= L![i, k] * A![k, j]
            end
        end
    end
end

"y! += the solution of A y = b for the factors of i_lu!. y! starts at 0; b! is changed on the way and must be uncomputed."
@i function i_substitute!(y!::AbstractVector{Fixed}, b!::AbstractVector{Fixed}, U::AbstractMatrix{Fixed}, L::AbstractMatrix{Fixed}, pivots::AbstractVector{Int})
    for k = 1:length(pivots)
        if (pivots[k] != k, ~)
            b![k] ↔ b![pivots[k]]
        end
    end
    for i = 1:length(b!), k = 1:i-1
        b![i] -= L[i, k] * b![k]
    end
    for i = length(b!):-1:1
        for k = i+1:length(b!)
            b![i] -= U[i, k] * y![k]
        end
        y![i] += b![i] / U[i, i]
    end
end

"x! += the solution of A x = b. A: n x n; b, x!: n. A singular A traps (R0808)."
@i function i_solve!(x!::AbstractVector{Fixed}, A::AbstractMatrix{Fixed}, b::AbstractVector{Fixed})
    @assert size(A) == (length(b), length(x!)) && length(b) == length(x!)
    @routine begin
        U ← zeros(Fixed, size(A, 1), size(A, 2))
        L ← zeros(Fixed, size(A, 1), size(A, 2))
        pivots ← zeros(Int, length(b))
        c ← zeros(Fixed, length(b))
        y ← zeros(Fixed, length(b))
        U .+= A
        c .+= b
        i_lu!(U, L, pivots)
        i_substitute!(y, c, U, L, pivots)
    end
    x! .+= y
    ~@routine
end

"out! += the inverse of the square matrix A."
@i function i_inv!(out!::AbstractMatrix{Fixed}, A::AbstractMatrix{Fixed})
    @assert size(A, 1) == size(A, 2) && size(out!) == size(A)
    @routine begin
        U ← zeros(Fixed, size(A, 1), size(A, 2))
        L ← zeros(Fixed, size(A, 1), size(A, 2))
        pivots ← zeros(Int, size(A, 1))
        U .+= A
        i_lu!(U, L, pivots)
    end
    for j = 1:size(A, 2)
        @routine begin
            c ← zeros(Fixed, size(A, 1))
            y ← zeros(Fixed, size(A, 1))
            c[j] += 1
            i_substitute!(y, c, U, L, pivots)
        end
        out![:, j] .+= y
        ~@routine
    end
    ~@routine
end

"out! += the determinant of the square matrix A, not singular."
@i function i_det(out!::Fixed, A::AbstractMatrix{Fixed})
    @assert size(A, 1) == size(A, 2)
    @routine begin
        U ← zeros(Fixed, size(A, 1), size(A, 2))
        L ← zeros(Fixed, size(A, 1), size(A, 2))
        pivots ← zeros(Int, size(A, 1))
        p ← zeros(Fixed, size(A, 1) + 1)
        U .+= A
        i_lu!(U, L, pivots)
        p[1] += 1
        for k = 1:size(A, 1)
            p[k+1] += p[k] * U[k, k] * (pivots[k] == k ? 1 : -1)
        end
    end
    out! += p[end]
    ~@routine
end

"out! += log |det A| of the square matrix A, not singular; neither over- nor underflows on its way."
@i function i_logdet(out!::Fixed, A::AbstractMatrix{Fixed})
    @assert size(A, 1) == size(A, 2)
    @routine begin
        U ← zeros(Fixed, size(A, 1), size(A, 2))
        L ← zeros(Fixed, size(A, 1), size(A, 2))
        pivots ← zeros(Int, size(A, 1))
        U .+= A
        i_lu!(U, L, pivots)
    end
    for k = 1:size(A, 1)
        out! += log(abs(U[k, k]))
    end
    ~@routine
end

"`out! += det(A)`, as in NiLang."
@i function (:+=)(det)(out!::Fixed, A::AbstractMatrix{Fixed})
    i_det(out!, A)
end

"`out! += logdet(A)`, the logarithm of the magnitude."
@i function (:+=)(logdet)(out!::Fixed, A::AbstractMatrix{Fixed})
    i_logdet(out!, A)
end
