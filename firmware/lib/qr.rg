# QR decomposition by Householder reflections. `using QR`
#
# A reflection that maps a column on its k-th axis is made of three shears, x_k += t . x_u, x_u -= s x_k, x_k += t . x_u, and a
# sign, where x_u are the elements below k. Each is inverted to the bit by taking off what was added, so A is factored in
# place and uncomputed exactly. With u the unit vector of the column below k and a its angle to the axis, t = u tan(a / 2), s = u sin a.

"x! is reflected by the vectors t and s of i_reflector!. Exactly invertible."
@i function i_reflect!(x!::AbstractVector{Fixed}, t::AbstractVector{Fixed}, s::AbstractVector{Fixed}, k::Int)
    x![k] += dot(x![k+1:end], t[k+1:end])
    for i = k+1:length(x!)
        x![i] -= s[i] * x![k]
    end
    x![k] += dot(x![k+1:end], t[k+1:end])
    NEG(x![k])
end

"t!, s! += the vectors of the reflection that maps x from its k-th element on that axis. The sum of magnitudes scales first: small columns lose no digits. Where x is zero from k on, both stay."
@i function i_reflector!(t!::AbstractVector{Fixed}, s!::AbstractVector{Fixed}, x::AbstractVector{Fixed}, k::Int)
    @routine begin
        @zeros Fixed sum length2 norm
        y ← zeros(Fixed, length(x))
        for i = k:length(x)
            sum += abs(x[i])
        end
        if (sum > 0, ~)
            for i = k:length(x)
                y[i] += x[i] / sum
            end
            length2 += dot(y, y)
            norm += sqrt(length2)
        end
    end
    if (sum > 0, ~)
        for i = k+1:length(x)
            if (x[k] < 0, ~)
                t![i] -= y[i] / (norm - y[k])
                s![i] -= y[i] / norm
            else
                t![i] += y[i] / (norm + y[k])
                s![i] += y[i] / norm
            end
        end
    end
    ~@routine
end

"A! becomes R and, below its diagonal, rounding; the columns of T! and S! (the shape of A!, zero before) say how. n reflections. Exactly invertible."
@i function i_factor!(A!::AbstractMatrix{Fixed}, T!::AbstractMatrix{Fixed}, S!::AbstractMatrix{Fixed}, n::Int)
    for k = 1:n
        i_reflector!(T![:, k], S![:, k], A![:, k], k)
        for j = k:size(A!, 2)
            i_reflect!(A![:, j], T![:, k], S![:, k], k)
        end
    end
end

"Q! += Q, R! += R with A = Q R. A: m x n; Q!: m x p, R!: p x n, p = min(m, n) for the thin form, p = m for the full one. Signs as LAPACK's, except where a column is zero below its diagonal already. Three ancillas of the shape of A."
@i function i_qr(Q!::AbstractMatrix{Fixed}, R!::AbstractMatrix{Fixed}, A::AbstractMatrix{Fixed})
    @assert size(Q!, 1) == size(A, 1) && size(R!) == (size(Q!, 2), size(A, 2)) && size(Q!, 2) <= size(A, 1)
    @routine begin
        n ← min(size(A, 1) - 1, size(A, 2))
        W ← zeros(Fixed, size(A, 1), size(A, 2))
        T ← zeros(Fixed, size(A, 1), size(A, 2))
        S ← zeros(Fixed, size(A, 1), size(A, 2))
        W .+= A
        i_factor!(W, T, S, n)
    end
    for j = 1:size(R!, 2), i = 1:min(j, size(R!, 1))
        R![i, j] += W[i, j]
    end
    for j = 1:size(Q!, 2)
        @routine begin
            e ← zeros(Fixed, size(A, 1))
            e[j] += 1
            for k = n:-1:1
                (~i_reflect!)(e, T[:, k], S[:, k], k)
            end
        end
        Q![:, j] .+= e
        ~@routine
    end
    ~@routine
end
