# Gaussian mixture model (arXiv:2003.04617, section 5.4; the benchmark of Srajer, Kukelova and Fitzgibbon, ADBench).
# It is the log posterior of points x under K Gaussians with weights alphas, means, and inverse covariance factors
# icf, with a Wishart prior. Column k of icf: d logarithms of the diagonal of a lower triangular Q, then the strict
# lower triangle of Q column by column. examples/benchmark/gmm.c runs it on the files of the benchmark.

"Logarithm of the sum of exponentials; the greatest is taken out first, by running maxima."
@i function logsumexp(out!::Fixed, x::Vector{Fixed})
    K ← length(x)
    @routine begin
        sum ← 0.0
        top ← zeros(Fixed, K)
        top[1] += x[1]
        for i = 2:K
            top[i] += max(top[i-1], x[i])
        end
        for i = 1:K
            sum += exp(x[i] - top[K])
        end
    end
    out! += log(sum)
    out! += top[K]
    ~@routine
    K → length(x)
end

"out! gains -|Q (x - mean)|^2 / 2, where the diagonal of Q is diag and the rest stands in icf[d+1:end, k]."
@i function mahalanobis(out!::Fixed, diag::Matrix{Fixed}, means::Matrix{Fixed}, icf::Matrix{Fixed}, x::Matrix{Fixed}, k::Int, i::Int)
    d ← size(x, 1)
    @routine begin
        c ← zeros(Fixed, d)
        q ← zeros(Fixed, d)
        l ← d
        for r = 1:d
            c[r] += x[r,i] - means[r,k]
            q[r] += diag[r,k] * c[r]
        end
        for col = 1:d
            for r = col+1:d
                INC(l)
                q[r] += icf[l,k] * c[col]
            end
        end
    end
    out! -= dot(q, q) / 2
    ~@routine
    d → size(x, 1)
end

"diag! gains the diagonals of all Q, sums! the sums of their logarithms."
@i function diagonals(diag!::Matrix{Fixed}, sums!::Vector{Fixed}, icf::Matrix{Fixed})
    for k in eachindex(sums!)
        for r = 1:size(diag!, 1)
            diag![r,k] += exp(icf[r,k])
            sums![k] += icf[r,k]
        end
    end
end

"The part of the objective that is a sum over points, so that points may come in several calls."
@i function gmm_points(out!::Fixed, alphas::Vector{Fixed}, means::Matrix{Fixed}, icf::Matrix{Fixed}, x::Matrix{Fixed})
    d ← size(x, 1)
    K ← length(alphas)
    @routine begin
        diag ← zeros(Fixed, d, K)
        sums ← zeros(Fixed, K)
        diagonals(diag, sums, icf)
        logweights ← 0.0
        logsumexp(logweights, alphas)
        logweights += log(2π) * d / 2
    end
    for i = 1:size(x, 2)
        @routine begin
            term ← zeros(Fixed, K)
            for k = 1:K
                term[k] += alphas[k] + sums[k]
                mahalanobis(term[k], diag, means, icf, x, k, i)
            end
        end
        logsumexp(out!, term)
        ~@routine
        out! -= logweights
    end
    ~@routine
    K → length(alphas)
    d → size(x, 1)
end

"Logarithm of the gamma function at h / 2, h > 0, by its recurrence."
@i function loggamma_half(out!::Fixed, h::Int)
    for t = h-2:-2:1
        out! += log(t / 2)
    end
    if (isodd(h), ~)
        out! += log(π) / 2
    end
end

"Logarithm of the Wishart prior with parameters gamma and m."
@i function wishart(out!::Fixed, icf::Matrix{Fixed}, d::Int, gamma::Fixed, m::Int)
    @routine begin
        @zeros Fixed norm constant
        n ← 0
        n += d + m + 1
        constant += n * d * (log(gamma) - log(2.0) / 2)
        constant -= d * (d - 1) * log(π) / 4
        for j = 1:d
            (~loggamma_half)(constant, n + 1 - j)
        end
    end
    for k = 1:size(icf, 2)
        for r = 1:d
            out! += exp(icf[r,k]) ^ 2 * gamma ^ 2 / 2
            out! -= m * icf[r,k]
        end
        for r = d+1:size(icf, 1)
            out! += (icf[r,k] * gamma) ^ 2 / 2
        end
        out! -= constant
    end
    ~@routine
end

@i function gmm(out!::Fixed, alphas::Vector{Fixed}, means::Matrix{Fixed}, icf::Matrix{Fixed}, x::Matrix{Fixed}, gamma::Fixed, m::Int)
    gmm_points(out!, alphas, means, icf, x)
    wishart(out!, icf, size(x, 1), gamma, m)
end

# The smallest file of the benchmark, examples/data/gmm/gmm_test.txt; reference values in 50 digits.
#! run gmm --set alphas=[-0.649014,1.181166,-0.758453] --set means=[[0.092339,0.345561,0.538817],[0.186260,0.396767,0.419195]] --set icf=[[0.586443,-1.509405,0.166813],[-0.851887,0.875874,-1.965419],[0.800321,-0.242790,-1.270071]] --set x=[[1.175171],[2.029160]] --set gamma=1 --set m=0 --grad out!
#! value out! 8.07380408004972
#! gradient alphas [0.108662855508652,-0.741270039523898,0.632607184015246]
#! gradient means [[1.11692576532787,-0.0219989824071193,1.20963025612832],[0.163333013551455,0.227778292254236,-0.0606375920733957]]
#! gradient icf [[2.58529994051162,0.0735180573172306,1.71892309775005],[0.112632694524214,5.41836362715595,0.860091090790867],[0.385744309849612,-0.321494409677447,-0.994640930466323]]
#! gradient x [[-2.30455703904907],[-0.330473713732296]]
#! gradient gamma -5.04498085510771
#! restored true
#! run gmm --set alphas=[-0.649014,1.181166,-0.758453] --set means=[[0.092339,0.345561,0.538817],[0.186260,0.396767,0.419195]] --set icf=[[0.586443,-1.509405,0.166813],[-0.851887,0.875874,-1.965419],[0.800321,-0.242790,-1.270071]] --set x=[[1.175171],[2.029160]] --set gamma=1.5 --set m=2 --grad out!
#! value out! 14.7771782100466
#! gradient icf [[4.62443086573988,-1.86540778470767,1.46394926537263],[-1.65987308574389,10.6242017749234,-1.11537488664555],[1.38614555984961,-0.624981909677447,-2.58222968046632]]
#! gradient gamma -0.567471282661567
#! restored true
#! run gmm --backward --set out!=8.07380408004972 --set alphas=[-0.649014,1.181166,-0.758453] --set means=[[0.092339,0.345561,0.538817],[0.186260,0.396767,0.419195]] --set icf=[[0.586443,-1.509405,0.166813],[-0.851887,0.875874,-1.965419],[0.800321,-0.242790,-1.270071]] --set x=[[1.175171],[2.029160]] --set gamma=1 --set m=0
#! value out! 0
#! run loggamma_half --set h=9
#! value out! 2.45373657084244
#! run loggamma_half --set h=10
#! value out! 3.17805383034795
#! check gmm --set alphas=[-0.6,1.2] --set means=[[0.1,0.3],[0.2,0.4]] --set icf=[[0.5,-1.5],[-0.75,0.5],[0.75,-0.25]] --set x=[[1.25,0.5,-0.5],[2,0.25,1]] --set gamma=1.5 --set m=1
