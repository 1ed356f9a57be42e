# Mean, variance, correlation, densities. `using Statistics`
using Sums

"out! += mean of x, sum! += its sum; sum! starts at 0."
@i function i_mean_sum(out!::Fixed, sum!::Fixed, x::AbstractVector{Fixed})
    i_sum(sum!, x)
    out! += sum! / length(x)
end

"out! += mean of x, by the distances from its first element: the sum of many numbers far from zero need not fit. One ancilla."
@i function i_mean(out!::Fixed, x::AbstractVector{Fixed})
    @routine begin
        s ← zero(Fixed)
        for i = 2:length(x)
            s += x[i] - x[1]
        end
    end
    out! += s / length(x)
    out! += x[1]
    ~@routine
end

"out! += mean of the elements of a matrix."
@i function i_mean(out!::Fixed, x::AbstractMatrix{Fixed})
    @routine begin
        s ← zero(Fixed)
        for j = 1:size(x, 2), i = 1:size(x, 1)
            s += x[i, j] - x[1, 1]
        end
    end
    out! += s / length(x)
    out! += x[1, 1]
    ~@routine
end

"variance_accumulated is the sum of the squared distances from the mean."
struct VarianceInfo{T}
    variance::T
    variance_accumulated::T
    mean::T
    sum::T
end

"Sample variance (by n - 1), sum of squares about the mean, mean and sum of v; all start at 0. Two passes: nothing cancels."
@i function i_var_mean_sum(var!::Fixed, varsum!::Fixed, mean!::Fixed, sum!::Fixed, v::AbstractVector{Fixed})
    i_mean_sum(mean!, sum!, v)
    for i = 1:length(v)
        varsum! += (v[i] - mean!)^2
    end
    var! += varsum! / (length(v) - 1)
end

@i function i_var_mean_sum(info!::VarianceInfo{Fixed}, v::AbstractVector{Fixed})
    i_var_mean_sum(info!.variance, info!.variance_accumulated, info!.mean, info!.sum, v)
end

"out! += sample variance of x (by n - 1), two passes. Two ancillas."
@i function i_var(out!::Fixed, x::AbstractVector{Fixed})
    @routine begin
        @zeros Fixed s m
        i_mean(m, x)
        for i = 1:length(x)
            s += (x[i] - m)^2
        end
    end
    out! += s / (length(x) - 1)
    ~@routine
end

"out! += sample covariance of a and b (by n - 1), about their means."
@i function i_cov(out!::Fixed, a::AbstractVector{Fixed}, b::AbstractVector{Fixed})
    @assert length(a) == length(b)
    @routine begin
        @zeros Fixed ma mb s
        i_mean(ma, a)
        i_mean(mb, b)
        for i = 1:length(a)
            s += (a[i] - ma) * (b[i] - mb)
        end
    end
    out! += s / (length(a) - 1)
    ~@routine
end

"rho! += Pearson correlation of a and b, cov! += their covariance."
@i function i_cor_cov(rho!::Fixed, cov!::Fixed, a::AbstractVector{Fixed}, b::AbstractVector{Fixed})
    @routine begin
        @zeros Fixed c va vb sd
        i_cov(c, a, b)
        i_var(va, a)
        i_var(vb, b)
        sd += sqrt(va) * sqrt(vb)
    end
    rho! += c / sd
    cov! += c
    ~@routine
end

"C! += sample covariance matrix of the columns of X (by n - 1), rows are observations."
@i function i_covariance!(C!::AbstractMatrix{Fixed}, X::AbstractMatrix{Fixed})
    @assert size(C!) == (size(X, 2), size(X, 2))
    @routine begin
        D ← zeros(Fixed, size(X, 1), size(X, 2))
        D .+= X
        for j = 1:size(X, 2)
            m ← zero(Fixed)
            i_mean(m, X[:, j])
            D[:, j] .-= m
            (~i_mean)(m, X[:, j])
            m → zero(Fixed)
        end
    end
    for k = 1:size(X, 2), j = 1:size(X, 2)
        C![j, k] += dot(D[:, j], D[:, k]) / (size(X, 1) - 1)
    end
    ~@routine
end

"out! += log of the density at x of the normal distribution of mean μ and standard deviation σ > 0."
@i function i_normal_logpdf(out!::Fixed, x::Fixed, μ::Fixed, σ::Fixed)
    out! -= ((x - μ) / σ)^2 / 2
    out! -= log(σ)
    out! -= log(2π) / 2
end
