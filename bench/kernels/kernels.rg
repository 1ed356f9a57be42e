# The kernels of `make bench-kernels`, as a user writes them. The same kernels in C stand beside
# this file in dense.c, local.c, indirect.c, global.c, factors.c, images.c and orders.c.
using Neural

# ---- dense

@i function dot_product(s!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    s! += dot(x, y)
end

@i function matrix_vector(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed})
    for i = 1:size(A, 1), k = 1:size(A, 2)
        y![i] += A[i, k] * x[k]
    end
end

@i function matrix_product(C!::Matrix{Fixed}, A::Matrix{Fixed}, B::Matrix{Fixed})
    for j = 1:size(C!, 2), i = 1:size(C!, 1), k = 1:size(A, 2)
        C![i, j] += A[i, k] * B[k, j]
    end
end

@i function rank_one(A!::Matrix{Fixed}, x::Vector{Fixed}, y::Vector{Fixed})
    for j = 1:size(A!, 2), i = 1:size(A!, 1)
        A![i, j] += x[i] * y[j]
    end
end

@i function polynomial(y!::Vector{Fixed}, x::Vector{Fixed}, c::Vector{Fixed})
    for i in eachindex(x)
        y![i] += ((((c[6] * x[i] + c[5]) * x[i] + c[4]) * x[i] + c[3]) * x[i] + c[2]) * x[i] + c[1]
    end
end

@i function softmax(P!::Matrix{Fixed}, X::Matrix{Fixed})
    for j = 1:size(X, 2)
        @routine begin
            e ← zeros(Fixed, size(X, 1))
            s ← 0.0
            for i = 1:size(X, 1)
                e[i] += exp(X[i, j])
                s += e[i]
            end
        end
        for i = 1:size(X, 1)
            P![i, j] += e[i] / s
        end
        ~@routine
    end
end

@i function layer_norm(Y!::Matrix{Fixed}, X::Matrix{Fixed}, g::Vector{Fixed}, b::Vector{Fixed})
    for j = 1:size(X, 2)
        @routine begin
            @zeros Fixed mean variance scale
            for i = 1:size(X, 1)
                mean += X[i, j] / size(X, 1)
            end
            for i = 1:size(X, 1)
                variance += (X[i, j] - mean)^2 / size(X, 1)
            end
            scale += 1 / sqrt(variance + 0.00001)
        end
        for i = 1:size(X, 1)
            Y![i, j] += g[i] * (X[i, j] - mean) * scale + b[i]
        end
        ~@routine
    end
end

@i function tanh_layer(y!::Vector{Fixed}, W::Matrix{Fixed}, b::Vector{Fixed}, x::Vector{Fixed})
    @routine begin
        h ← zeros(Fixed, size(W, 1))
        for i = 1:size(W, 1)
            h[i] += b[i]
            for k = 1:size(W, 2)
                h[i] += W[i, k] * x[k]
            end
        end
    end
    for i = 1:size(W, 1)
        y![i] += tanh(h[i])
    end
    ~@routine
end

# ---- stencils

@i function heat(u!::Matrix{Fixed}, c::Fixed)
    for t = 2:size(u!, 2)
        for i = 2:size(u!, 1)-1
            u![i, t] += u![i, t-1] + c * (u![i-1, t-1] - 2 * u![i, t-1] + u![i+1, t-1])
        end
    end
end

@i function wave(u!::Vector{Fixed}, v!::Vector{Fixed}, c::Fixed, steps::Int)
    for t = 1:steps
        for i = 2:length(u!)-1
            v![i] += c * (u![i-1] - 2 * u![i] + u![i+1])
        end
        for i = 2:length(u!)-1
            u![i] += v![i]
        end
    end
end

@i function laplace(v!::Matrix{Fixed}, u::Matrix{Fixed})
    for j = 2:size(u, 2)-1, i = 2:size(u, 1)-1
        v![i, j] += u[i-1, j] + u[i+1, j] + u[i, j-1] + u[i, j+1] - 4 * u[i, j]
    end
end

@i function filter(y!::Vector{Fixed}, x::Vector{Fixed}, h::Vector{Fixed})
    for i in eachindex(y!), k in eachindex(h)
        y![i] += h[k] * x[i+k-1]
    end
end

@i function image_filter(v!::Matrix{Fixed}, u::Matrix{Fixed}, h::Matrix{Fixed})
    for j = 2:size(u, 2)-1, i = 2:size(u, 1)-1
        for q = 1:3, p = 1:3
            v![i, j] += h[p, q] * u[i+p-2, j+q-2]
        end
    end
end

# ---- recurrences

@i function biquad(y!::Vector{Fixed}, x::Vector{Fixed}, b::Vector{Fixed}, a::Vector{Fixed})
    for i = 3:length(x)
        y![i] += b[1] * x[i] + b[2] * x[i-1] + b[3] * x[i-2] - a[1] * y![i-1] - a[2] * y![i-2]
    end
end

@i function prefix_sum(y!::Vector{Fixed}, x::Vector{Fixed})
    y![1] += x[1]
    for i = 2:length(x)
        y![i] += y![i-1] + x[i]
    end
end

@i function chebyshev(s!::Vector{Fixed}, x::Vector{Fixed}, c::Vector{Fixed})
    for i in eachindex(x)
        @routine begin
            t ← zeros(Fixed, length(c))
            t[1] += 1
            t[2] += x[i]
            for k = 3:length(c)
                t[k] += 2 * x[i] * t[k-1] - t[k-2]
            end
        end
        for k in eachindex(c)
            s![i] += c[k] * t[k]
        end
        ~@routine
    end
end

@i function tridiagonal(x!::Vector{Fixed}, a::Vector{Fixed}, b::Vector{Fixed}, c::Vector{Fixed}, d::Vector{Fixed})
    n ← length(d)
    @routine begin
        w ← zeros(Fixed, n)
        g ← zeros(Fixed, n)
        w[1] += c[1] / b[1]
        g[1] += d[1] / b[1]
        for i = 2:n
            w[i] += c[i] / (b[i] - a[i] * w[i-1])
            g[i] += (d[i] - a[i] * g[i-1]) / (b[i] - a[i] * w[i-1])
        end
    end
    x![n] += g[n]
    for i = n-1:-1:1
        x![i] += g[i] - w[i] * x![i+1]
    end
    ~@routine
    n → length(d)
end

# ---- indirect

@i function gather(y!::Vector{Fixed}, x::Vector{Fixed}, idx::Vector{Int})
    for i in eachindex(y!)
        y![i] += x[idx[i]]
    end
end

@i function histogram(h!::Vector{Int}, idx::Vector{Int})
    for i in eachindex(idx)
        h![idx[i]] += 1
    end
end

@i function scatter(h!::Vector{Fixed}, w::Vector{Fixed}, idx::Vector{Int})
    for i in eachindex(idx)
        h![idx[i]] += w[i]
    end
end

@i function sparse_rows(y!::Vector{Fixed}, v::Vector{Fixed}, x::Vector{Fixed}, from::Vector{Int}, col::Vector{Int})
    for i in eachindex(y!)
        for k = from[i]:from[i+1]-1
            y![i] += v[k] * x[col[k]]
        end
    end
end

@i function embedding(y!::Vector{Fixed}, E::Matrix{Fixed}, idx::Vector{Int})
    for k in eachindex(idx)
        for i in eachindex(y!)
            y![i] += E[i, idx[k]]
        end
    end
end

@i function nearest(m!::Vector{Fixed}, x::Matrix{Fixed}, c::Matrix{Fixed})
    for i = 1:size(x, 2)
        m![i] += minimum((x[1, i] - c[1, k])^2 + (x[2, i] - c[2, k])^2 for k = 1:size(c, 2))
    end
end

@i function k_means(s!::Matrix{Fixed}, n!::Vector{Int}, x::Matrix{Fixed}, c::Matrix{Fixed})
    for i = 1:size(x, 2)
        @routine begin
            near ← 0
            d ← zeros(Fixed, size(c, 2))
            for k = 1:size(c, 2)
                d[k] -= (x[1, i] - c[1, k])^2 + (x[2, i] - c[2, k])^2
            end
            near += argmax(d)
        end
        s![1, near] += x[1, i]
        s![2, near] += x[2, i]
        n![near] += 1
        ~@routine
    end
end

@i function page_rank(r!::Matrix{Fixed}, from::Vector{Int}, to::Vector{Int}, share::Vector{Fixed})
    for t = 1:size(r!, 2)-1
        for e in eachindex(from)
            r![to[e], t+1] += 0.85 * r![from[e], t] * share[from[e]]
        end
        for i = 1:size(r!, 1)
            r![i, t+1] += 0.15 / size(r!, 1)
        end
    end
end

# ---- dynamic programming

@i function time_warp(D!::Matrix{Fixed}, a::Vector{Fixed}, b::Vector{Fixed})
    D![1, 1] += abs(a[1] - b[1])
    for i = 2:length(a)
        D![i, 1] += D![i-1, 1] + abs(a[i] - b[1])
    end
    for j = 2:length(b)
        D![1, j] += D![1, j-1] + abs(a[1] - b[j])
        for i = 2:length(a)
            D![i, j] += min(D![i-1, j], D![i, j-1], D![i-1, j-1]) + abs(a[i] - b[j])
        end
    end
end

@i function viterbi(S!::Matrix{Fixed}, start::Vector{Fixed}, move::Matrix{Fixed}, emit::Matrix{Fixed}, o::Vector{Int})
    for s in eachindex(start)
        S![s, 1] += start[s] + emit[s, o[1]]
    end
    for t = 2:length(o), s in eachindex(start)
        S![s, t] += maximum(S![r, t-1] + move[r, s] for r in eachindex(start)) + emit[s, o[t]]
    end
end

@i function edit_distance(D!::Matrix{Int}, a::Vector{Int}, b::Vector{Int})
    for i in eachindex(a)
        D![i+1, 1] += i
    end
    for j in eachindex(b)
        D![1, j+1] += j
        for i in eachindex(a)
            D![i+1, j+1] += min(D![i, j+1] + 1, D![i+1, j] + 1, D![i, j] + (a[i] == b[j] ? 0 : 1))
        end
    end
end

@i function knapsack(best!::Matrix{Fixed}, w::Vector{Int}, v::Vector{Fixed})
    for i in eachindex(w)
        for c = 1:size(best!, 1)
            if c > w[i]
                best![c, i+1] += max(best![c, i], best![c - w[i], i] + v[i])
            else
                best![c, i+1] += best![c, i]
            end
        end
    end
end

# ---- transforms

"Stockham's transform of n = 2^m points: column s+1 of re!, im! comes from column s; cr, ci hold cos and -sin of 2πk/n."
@i function fourier(re!::Matrix{Fixed}, im!::Matrix{Fixed}, cr::Vector{Fixed}, ci::Vector{Fixed})
    n ← size(re!, 1)
    for s = 1:size(re!, 2)-1
        @routine begin
            m ← 0
            m += 1 << (s - 1)
        end
        for j = 0:(n ÷ (2m))-1, k = 1:m
            re![k+2j*m, s+1] += re![k+j*m, s] + re![k+j*m+n÷2, s]
            im![k+2j*m, s+1] += im![k+j*m, s] + im![k+j*m+n÷2, s]
            re![k+2j*m+m, s+1] += (re![k+j*m, s] - re![k+j*m+n÷2, s]) * cr[j*m+1] - (im![k+j*m, s] - im![k+j*m+n÷2, s]) * ci[j*m+1]
            im![k+2j*m+m, s+1] += (re![k+j*m, s] - re![k+j*m+n÷2, s]) * ci[j*m+1] + (im![k+j*m, s] - im![k+j*m+n÷2, s]) * cr[j*m+1]
        end
        ~@routine
    end
    n → size(re!, 1)
end

"Haar's wavelets by lifting, in place."
@i function haar(x!::Vector{Fixed}, levels::Int)
    for l = 1:levels
        @routine begin
            m ← 0
            m += 1 << l
        end
        for i = 0:(length(x!) ÷ m)-1
            x![i*m+m÷2+1] -= x![i*m+1]
            x![i*m+1] += x![i*m+m÷2+1] / 2
        end
        ~@routine
    end
end

@i function walsh(x!::Vector{Fixed}, levels::Int)
    for l = 1:levels
        @routine begin
            m ← 0
            m += 1 << (l - 1)
        end
        for i = 0:(length(x!) ÷ (2m))-1, j = 1:m
            HADAMARD(x![2m*i+j], x![2m*i+j+m])
        end
        ~@routine
    end
end

@i function cosine(Y!::Matrix{Fixed}, C::Matrix{Fixed}, X::Matrix{Fixed})
    @routine begin
        T ← zeros(Fixed, size(C, 1), size(X, 2))
        for j = 1:size(X, 2), i = 1:size(C, 1), k = 1:size(C, 2)
            T[i, j] += C[i, k] * X[k, j]
        end
    end
    for j = 1:size(X, 2), i = 1:size(C, 1), k = 1:size(C, 2)
        Y![i, j] += T[i, k] * C[j, k]
    end
    ~@routine
end

# ---- particles

"Forces of all pairs, of which each counts for both."
@i function forces(fx!::Vector{Fixed}, fy!::Vector{Fixed}, x::Vector{Fixed}, y::Vector{Fixed}, m::Vector{Fixed})
    for i = 1:length(x), j = 1:i-1
        @routine begin
            @zeros Fixed dx dy r2 w
            dx += x[i] - x[j]
            dy += y[i] - y[j]
            r2 += dx^2 + dy^2 + 0.0625
            w += m[i] * m[j] / (r2 * sqrt(r2))
        end
        fx![i] -= w * dx
        fy![i] -= w * dy
        fx![j] += w * dx
        fy![j] += w * dy
        ~@routine
    end
end

"Masses on springs by leapfrog."
@i function chain(x!::Vector{Fixed}, v!::Vector{Fixed}, dt::Fixed, steps::Int)
    for t = 1:steps
        for i = 2:length(x!)-1
            v![i] += dt * (x![i-1] + x![i+1] - 2 * x![i])
        end
        for i = 2:length(x!)-1
            x![i] += dt * v![i]
        end
    end
end

"The energy of pairs within a cut-off."
@i function lennard_jones(e!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    for i = 1:length(x), j = 1:i-1
        @routine begin
            r2 ← 0.0
            r2 += (x[i] - x[j])^2 + (y[i] - y[j])^2
        end
        if (r2 < 4, ~)
            e! += (0.5 / r2)^6 - (0.5 / r2)^3
        end
        ~@routine
    end
end

"The log-likelihood of points under a mixture of spherical Gaussians."
@i function mixture(l!::Fixed, x::Matrix{Fixed}, mu::Matrix{Fixed}, a::Vector{Fixed})
    for i = 1:size(x, 2)
        @routine begin
            s ← 0.0
            for k = 1:size(mu, 2)
                s += exp(a[k] - ((x[1, i] - mu[1, k])^2 + (x[2, i] - mu[2, k])^2) / 2)
            end
        end
        l! += log(s)
        ~@routine
    end
end

# ---- factors and filters

@i function cholesky(L!::Matrix{Fixed}, A::Matrix{Fixed})
    for j = 1:size(A, 1)
        @routine begin
            s ← 0.0
            s += A[j, j]
            for k = 1:j-1
                s -= L![j, k]^2
            end
        end
        L![j, j] += sqrt(s)
        ~@routine
        for i = j+1:size(A, 1)
            @routine begin
                s ← 0.0
                s += A[i, j]
                for k = 1:j-1
                    s -= L![i, k] * L![j, k]
                end
            end
            L![i, j] += s / L![j, j]
            ~@routine
        end
    end
end

"Sweeps of Jacobi's method: column t+1 of x! comes from column t."
@i function jacobi(x!::Matrix{Fixed}, A::Matrix{Fixed}, b::Vector{Fixed}, d::Vector{Fixed})
    for t = 1:size(x!, 2)-1, i = 1:size(x!, 1)
        @routine begin
            s ← 0.0
            s += b[i]
            for j = 1:size(x!, 1)
                if (j != i, ~)
                    s -= A[i, j] * x![j, t]
                end
            end
        end
        x![i, t+1] += s / d[i]
        ~@routine
    end
end

"Position, speed and the three parts of their covariance, filtered with one reading a step."
@i function kalman(x!::Matrix{Fixed}, P!::Matrix{Fixed}, z::Vector{Fixed}, dt::Fixed, q::Fixed, r::Fixed)
    for t in eachindex(z)
        @routine begin
            @zeros Fixed place a b c gain slope left
            place += x![1, t] + dt * x![2, t]
            left += z[t] - place
            c += P![3, t] + q
            b += P![2, t] + dt * P![3, t]
            a += P![1, t] + dt * (P![2, t] + b) + q
            gain += a / (a + r)
            slope += b / (a + r)
        end
        x![1, t+1] += place + gain * left
        x![2, t+1] += x![2, t] + slope * left
        P![1, t+1] += a - gain * a
        P![2, t+1] += b - gain * b
        P![3, t+1] += c - slope * b
        ~@routine
    end
end

@i function lstm_cell(h!::Vector{Fixed}, c!::Vector{Fixed}, W::Matrix{Fixed}, b::Vector{Fixed}, x::Vector{Fixed}, c::Vector{Fixed})
    n ← length(c)
    @routine begin
        g ← zeros(Fixed, size(W, 1))
        for i = 1:size(W, 1)
            g[i] += b[i]
            for k = 1:size(W, 2)
                g[i] += W[i, k] * x[k]
            end
        end
    end
    for i = 1:n
        c![i] += c[i] / (1 + exp(-g[i])) + tanh(g[i+n]) / (1 + exp(-g[i+2n]))
        h![i] += tanh(c![i]) / (1 + exp(-g[i+3n]))
    end
    ~@routine
    n → length(c)
end

"Points of a hand under the weighted transformations of its bones, twelve numbers each."
@i function skinning(y!::Matrix{Fixed}, v::Matrix{Fixed}, bone::Matrix{Fixed}, w::Matrix{Fixed})
    for i = 1:size(v, 2), k = 1:size(bone, 2), p = 1:3
        y![p, i] += w[k, i] * (bone[p, k] * v[1, i] + bone[p+3, k] * v[2, i] + bone[p+6, k] * v[3, i] + bone[p+9, k])
    end
end

# ---- images and sparse matrices

@i function strided_filter(v!::Matrix{Fixed}, u::Matrix{Fixed}, h::Matrix{Fixed})
    for j = 1:size(v!, 2), i = 1:size(v!, 1)
        for q = 1:3, p = 1:3
            v![i, j] += h[p, q] * u[2i+p-2, 2j+q-2]
        end
    end
end

@i function blur(v!::Matrix{Fixed}, u::Matrix{Fixed}, h::Vector{Fixed})
    @routine begin
        t ← zeros(Fixed, size(u, 1), size(u, 2))
        for j = 1:size(u, 2), i = 3:size(u, 1)-2, k = 1:5
            t[i, j] += h[k] * u[i+k-3, j]
        end
    end
    for j = 3:size(u, 2)-2, i = 3:size(u, 1)-2, k = 1:5
        v![i, j] += h[k] * t[i, j+k-3]
    end
    ~@routine
end

@i function sobel(e!::Matrix{Fixed}, u::Matrix{Fixed})
    for j = 2:size(u, 2)-1, i = 2:size(u, 1)-1
        @routine begin
            @zeros Fixed across down
            across += u[i+1, j-1] + 2 * u[i+1, j] + u[i+1, j+1] - u[i-1, j-1] - 2 * u[i-1, j] - u[i-1, j+1]
            down += u[i-1, j+1] + 2 * u[i, j+1] + u[i+1, j+1] - u[i-1, j-1] - 2 * u[i, j-1] - u[i+1, j-1]
        end
        e![i, j] += abs(across) + abs(down)
        ~@routine
    end
end

"Samples between the points of an image; row and column, and how far behind them."
@i function bilinear(y!::Vector{Fixed}, u::Matrix{Fixed}, row::Vector{Int}, column::Vector{Int}, p::Vector{Fixed}, q::Vector{Fixed})
    for s in eachindex(y!)
        y![s] += (1 - q[s]) * ((1 - p[s]) * u[row[s], column[s]] + p[s] * u[row[s]+1, column[s]])
        y![s] += q[s] * ((1 - p[s]) * u[row[s], column[s]+1] + p[s] * u[row[s]+1, column[s]+1])
    end
end

@i function even_rows(y!::Vector{Fixed}, v::Matrix{Fixed}, x::Vector{Fixed}, col::Matrix{Int})
    for i = 1:size(v, 1), k = 1:size(v, 2)
        y![i] += v[i, k] * x[col[i, k]]
    end
end

# ---- orders

@i function median(y!::Vector{Fixed}, x::Vector{Fixed})
    for i = 2:length(x)-1
        y![i] += max(min(x[i-1], x[i]), min(max(x[i-1], x[i]), x[i+1]))
    end
end

@i function cumulative_maximum(y!::Vector{Fixed}, x::Vector{Fixed})
    y![1] += x[1]
    for i = 2:length(x)
        y![i] += max(y![i-1], x[i])
    end
end

"Batcher's network of comparisons for 2^levels numbers: column s+1 has those of column s in pairs."
@i function bitonic(x!::Matrix{Fixed}, levels::Int)
    s ← 1
    for k = 1:levels, l = k:-1:1
        for i = 0:size(x!, 1)-1
            if ((i & (1 << (l - 1)) == 0) == (i & (1 << k) == 0), ~)
                x![i+1, s+1] += min(x![i+1, s], x![(i⊻(1<<(l-1)))+1, s])
            else
                x![i+1, s+1] += max(x![i+1, s], x![(i⊻(1<<(l-1)))+1, s])
            end
        end
        s += 1
    end
    s → 1 + levels * (levels + 1) ÷ 2
end

"Where each key goes: the number of those below it, and of those equal before it."
@i function counting_sort(to!::Vector{Int}, n!::Vector{Int}, key::Vector{Int})
    for i in eachindex(key)
        to![i] += n![key[i]]
        n![key[i]] += 1
    end
    @routine begin
        start ← zeros(Int, length(n!))
        for k = 2:length(n!)
            start[k] += start[k-1] + n![k-1]
        end
    end
    for i in eachindex(key)
        to![i] += start[key[i]] + 1
    end
    ~@routine
end

"How many pairs of queens attack each other, one in each column."
@i function queens(n!::Int, row::Vector{Int})
    for i in eachindex(row), j = 1:i-1
        if (row[i] == row[j] || abs(row[i] - row[j]) == i - j, ~)
            n! += 1
        end
    end
end

# ---- alignment and paths

@i function smith_waterman(H!::Matrix{Int}, a::Vector{Int}, b::Vector{Int})
    for j in eachindex(b), i in eachindex(a)
        H![i+1, j+1] += max(0, H![i, j] + (a[i] == b[j] ? 3 : -2), H![i, j+1] - 2, H![i+1, j] - 2)
    end
end

@i function common_subsequence(n!::Matrix{Int}, a::Vector{Int}, b::Vector{Int})
    for j in eachindex(b), i in eachindex(a)
        if (a[i] == b[j], ~)
            n![i+1, j+1] += n![i, j] + 1
        else
            n![i+1, j+1] += max(n![i, j+1], n![i+1, j])
        end
    end
end

"Gaps cost more where they begin (Gotoh): the best score, and those that end in a gap."
@i function affine_gaps(S!::Matrix{Fixed}, X!::Matrix{Fixed}, Y!::Matrix{Fixed}, a::Vector{Fixed}, b::Vector{Fixed})
    for j in eachindex(b), i in eachindex(a)
        X![i+1, j+1] += max(S![i, j+1] - 1.5, X![i, j+1] - 0.25)
        Y![i+1, j+1] += max(S![i+1, j] - 1.5, Y![i+1, j] - 0.25)
        S![i+1, j+1] += max(S![i, j] + 0.5 - abs(a[i] - b[j]), X![i+1, j+1], Y![i+1, j+1])
    end
end

"The lengths of all ways through the first k places, n x n of them in column k+1."
@i function floyd_warshall(D!::Matrix{Fixed}, n::Int)
    for k = 1:n, j = 1:n, i = 1:n
        D![(j-1)*n+i, k+1] += min(D![(j-1)*n+i, k], D![(k-1)*n+i, k] + D![(j-1)*n+k, k])
    end
end

# ---- orbits

@i function lorenz(p!::Matrix{Fixed}, dt::Fixed)
    for t = 1:size(p!, 2)-1
        p![1, t+1] += p![1, t] + dt * 10 * (p![2, t] - p![1, t])
        p![2, t+1] += p![2, t] + dt * (p![1, t] * (28 - p![3, t]) - p![2, t])
        p![3, t+1] += p![3, t] + dt * (p![1, t] * p![2, t] - 2.5 * p![3, t])
    end
end

@i function logistic(x!::Vector{Fixed}, start::Fixed, r::Fixed)
    x![1] += start
    for t = 1:length(x!)-1
        x![t+1] += r * x![t] * (1 - x![t])
    end
end
