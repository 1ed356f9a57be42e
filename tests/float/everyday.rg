# variance
@i function variance(v!::Float64, x::Vector{Float64})
    @routine begin
        m ← 0.0
        for i = 1:length(x)
            m += x[i] / length(x)
        end
    end
    for i = 1:length(x)
        v! += (x[i] - m)^2 / (length(x) - 1)
    end
    ~@routine
end

# meanstd
using Statistics
@i function meanstd(s!::Float64, x::Vector{Float64})
    s! += std(x) / mean(x)
end

# corr
@i function corr(r!::Float64, x::Vector{Float64}, y::Vector{Float64})
    @routine begin
        n ← length(x)
        mx ← 0.0
        my ← 0.0
        sxy ← 0.0
        sxx ← 0.0
        syy ← 0.0
        for i = 1:length(x)
            mx += x[i] / n
            my += y[i] / n
        end
        for i = 1:length(x)
            sxy += (x[i] - mx) * (y[i] - my)
            sxx += (x[i] - mx)^2
            syy += (y[i] - my)^2
        end
    end
    r! += sxy / sqrt(sxx * syy)
    ~@routine
end

# normpdf
@i function normpdf(y!::Float64, x::Float64, μ::Float64, σ::Float64)
    y! += exp(-((x - μ) / σ)^2 / 2) / (σ * sqrt(2π))
end

# poisson
@i function poisson(l!::Float64, λ::Float64, k::Int)
    l! += k * log(λ) - λ
    for i = 2:k
        l! -= log(i)
    end
end

# cauchy
@i function cauchy(l!::Float64, x::Vector{Float64}, γ::Float64)
    for t in eachindex(x)
        l! -= log(π * γ * (1 + (x[t] / γ)^2))
    end
end

# logsumexp
@i function logsumexp(l!::Float64, x::Vector{Float64})
    @routine begin
        m ← 0.0
        m += maximum(x)
        s ← 0.0
        for i = 1:length(x)
            s += exp(x[i] - m)
        end
    end
    l! += m + log(s)
    ~@routine
end

# coulomb
@i function coulomb(f!::Float64, q1::Float64, q2::Float64, r::Float64)
    f! += 8.9875517923e9 * q1 * q2 / r^2
end

# bohr
@i function bohr(a!::Float64, m::Float64)
    a! += 4π * 8.8541878128e-12 * 1.054571817e-34^2 / (m * 1.602176634e-19^2)
end

# boltzmann
@i function boltzmann(p!::Float64, e::Float64, T::Float64)
    p! += exp(-e / (1.380649e-23 * T))
end

# stefan
@i function stefan(P!::Float64, T::Float64, A::Float64)
    P! += 5.670374419e-8 * A * T^4
end

# relativity
@i function relativity(k!::Float64, m::Float64, v::Float64)
    @routine begin
        β ← 0.0
        β += v / 299792458
        γ ← 0.0
        γ += 1 / sqrt(1 - β^2)
    end
    k! += (γ - 1) * m * 299792458.0^2
    ~@routine
end

# debroglie
const planck_constant = 6.62607015e-34
@i function debroglie(λ!::Float64, m::Float64, v::Float64)
    λ! += planck_constant / (m * v)
end

# kepler
@i function kepler(r!::Float64, a::Float64, M::Float64)
    r! += 2π * sqrt(a^3 / (6.6743e-11 * M))
end

# pendulum
@i function pendulum(x!::Float64, v!::Float64, g::Float64, n::Int)
    for i = 1:n
        v! -= 0.01 * g * sin(x!)
        x! += 0.01 * v!
    end
end

# leapfrog
@i function leapfrog(x!::Vector{Float64}, v!::Vector{Float64}, dt::Float64, n::Int)
    for i = 1:n
        for k = 1:2
            x![k] += v![k] * (dt / 2)
        end
        @routine begin
            r ← 0.0
            r += hypot(x![1], x![2])
        end
        for k = 1:2
            v![k] -= dt * x![k] / r^3
        end
        ~@routine
        for k = 1:2
            x![k] += v![k] * (dt / 2)
        end
    end
end

# compound
@i function compound(b!::Float64, r::Float64, n::Int)
    b! += 1000 * (1 + r / 12)^n
end

# blackscholes
using SpecialFunctions
@i function blackscholes(c!::Float64, S::Float64, K::Float64, r::Float64, σ::Float64, T::Float64)
    @routine begin
        d1 ← 0.0
        d1 += (log(S / K) + (r + σ^2 / 2) * T) / (σ * sqrt(T))
        d2 ← 0.0
        d2 += d1 - σ * sqrt(T)
    end
    c! += S * erfc(-d1 / sqrt(2)) / 2 - K * exp(-r * T) * erfc(-d2 / sqrt(2)) / 2
    ~@routine
end

# npv
@i function npv(v!::Float64, c::Vector{Float64}, r::Float64)
    for t = 1:length(c)
        v! += c[t] / (1 + r)^(t - 1)
    end
end

# annuity
@i function annuity(m!::Float64, P::Float64, r::Float64, n::Int)
    m! += P * r / (1 - (1 + r)^(-n))
end

# heron
@i function heron(A!::Float64, a::Float64, b::Float64, c::Float64)
    @routine begin
        s ← 0.0
        s += (a + b + c) / 2
    end
    A! += sqrt(s * (s - a) * (s - b) * (s - c))
    ~@routine
end

# haversine
@i function haversine(d!::Float64, φ1::Float64, λ1::Float64, φ2::Float64, λ2::Float64)
    @routine begin
        h ← 0.0
        h += sin((φ2 - φ1) / 2)^2 + cos(φ1) * cos(φ2) * sin((λ2 - λ1) / 2)^2
    end
    d! += 2 * 6.371e6 * asin(sqrt(h))
    ~@routine
end

# ang
@i function ang(t!::Float64, x::Vector{Float64}, y::Vector{Float64})
    @routine begin
        d ← 0.0
        nx ← 0.0
        ny ← 0.0
        for i = 1:length(x)
            d += x[i] * y[i]
            nx += x[i]^2
            ny += y[i]^2
        end
    end
    t! += acos(d / sqrt(nx * ny))
    ~@routine
end

# sphere
@i function sphere(V!::Float64, r::Float64)
    V! += 4 / 3 * π * r^3
end

# polygon
@i function polygon(A!::Float64, x::Vector{Float64}, y::Vector{Float64})
    for i = 1:length(x)
        A! += (x[i] * y[mod1(i + 1, length(x))] - x[mod1(i + 1, length(x))] * y[i]) / 2
    end
end

# crossentropy
@i function crossentropy(l!::Float64, z::Vector{Float64}, c::Int)
    @routine begin
        s ← 0.0
        for i = 1:length(z)
            s += exp(z[i])
        end
    end
    l! += log(s) - z[c]
    ~@routine
end

# bce
@i function bce(l!::Float64, w::Vector{Float64}, x::Matrix{Float64}, y::Vector{Int})
    for j = 1:size(x, 2)
        @routine begin
            z ← 0.0
            for i = 1:length(w)
                z += w[i] * x[i, j]
            end
        end
        l! += log1p(exp(-z)) + (1 - y[j]) * z
        ~@routine
    end
end

# huber
@i function huber(l!::Float64, r::Float64, d::Float64)
    if (abs(r) <= d, ~)
        l! += r^2 / 2
    else
        l! += d * (abs(r) - d / 2)
    end
end

# mlp
@i function mlp(l!::Float64, W1::Matrix{Float64}, W2::Vector{Float64}, x::Vector{Float64})
    @routine begin
        h ← zeros(Float64, size(W1, 1))
        a ← zeros(Float64, size(W1, 1))
        for i = 1:size(W1, 1)
            for j = 1:length(x)
                h[i] += W1[i, j] * x[j]
            end
            a[i] += tanh(h[i])
        end
        o ← 0.0
        for i = 1:length(W2)
            o += W2[i] * a[i]
        end
    end
    l! += (o - 1)^2
    ~@routine
end

# gelu
using SpecialFunctions
@i function gelu(y!::Float64, x::Float64)
    y! += x * (1 + erf(x / sqrt(2))) / 2
end

# kl
@i function kl(d!::Float64, p::Vector{Float64}, q::Vector{Float64})
    for i = 1:length(p)
        d! += p[i] * log(p[i] / q[i])
    end
end

# gam
using SpecialFunctions
@i function gam(y!::Float64, x::Float64)
    y! += gamma(x)
end

# lgam
using SpecialFunctions
@i function lgam(y!::Float64, x::Float64)
    y! += loggamma(x)
end

# erfs
using SpecialFunctions
@i function erfs(y!::Float64, x::Float64)
    y! += erf(x)
end

# bessel
using SpecialFunctions
@i function bessel(y!::Float64, x::Float64)
    y! += besselj(3, x)
end

# zetas
@i function zetas(z!::Float64, s::Float64, n::Int)
    for k = 1:n
        z! += 1 / k^s
    end
end

# hypers
@i function hypers(y!::Float64, x::Float64)
    y! += sinh(x) / cosh(x) + asinh(x) + acosh(x) + atanh(1 / x)
end

# trigs
@i function trigs(y!::Float64, x::Float64)
    y! += sinpi(x) + cospi(x) + sec(x) + cot(x) + sinc(x) + exp10(x) + log10(x) + cbrt(x) + deg2rad(x)
end

# euler
g(y, k) = -k * y^2 / (1 + y^2)
@i function euler(y::Vector{Float64}, k::Float64)
    for i = 1:length(y) - 1
        y[i + 1] += y[i] + 0.1 * g(y[i], k)
    end
end

# decay
@i function decay(N!::Float64, λ::Float64, t::Float64)
    N! += 6.02214076e23 * exp(-λ * t)
end

# logistic
@i function logistic(x!::Vector{Float64}, r::Float64)
    for i = 2:length(x!)
        x![i] += r * x![i - 1] * (1 - x![i - 1])
    end
end

# cmag
@i function cmag(y!::Float64, z::Complex{Float64}, w::Complex{Float64})
    y! += abs(z * w / (z + w)) + angle(z)
end

# cexp
@i function cexp(y!::Complex{Float64}, z::Complex{Float64})
    y! += exp(z) + sqrt(z) + log(z) + z^3
end

# matmul
@i function matmul(C!::Matrix{Float64}, A::Matrix{Float64}, B::Matrix{Float64})
    C! += A * B
end

# det3
@i function det3(d!::Float64, A::Matrix{Float64})
    d! += A[1,1] * (A[2,2] * A[3,3] - A[2,3] * A[3,2]) - A[1,2] * (A[2,1] * A[3,3] - A[2,3] * A[3,1]) + A[1,3] * (A[2,1] * A[3,2] - A[2,2] * A[3,1])
end

# quadform
using LinearAlgebra
@i function quadform(q!::Float64, A::Matrix{Float64}, x::Vector{Float64})
    q! += dot(x, A * x) + norm(x)
end

# mapsum
@i function mapsum(y!::Float64, x::Vector{Float64}, k::Float64)
    y! += sum(map(t -> exp(-k * t^2), x))
end

# plain
softplus(x) = log(1 + exp(x))
function net(w, x)
    s = 0.0
    for i in 1:length(w)
        s += softplus(w[i] * x)
    end
    return s / length(w)
end
@i function plain(y!::Float64, w::Vector{Float64}, x::Float64)
    y! += net(w, x)
end

# logprod
@i function logprod(l!::Log, x::Vector{Float64})
    for i = 1:length(x)
        l! *= x[i]
    end
end

# hmm
@i function hmm(y!::Float64, p::Vector{Log}, T::Matrix{Log})
    @routine begin
        a ← ones(Log, 2)
        for j = 1:2
            a[j] *= p[1] * T[1, j] + p[2] * T[2, j]
        end
        z ← one(Log)
        z *= a[1] + a[2]
    end
    y! += log(convert(z))
    ~@routine
end

# geomean
@i function geomean(y!::Float64, x::Vector{Float64})
    @routine begin
        l ← one(ULogarithmic{Float64})
        for i = 1:length(x)
            l *= x[i]
        end
        r ← one(ULogarithmic{Float64})
        r *= l^(1 / length(x))
    end
    y! += convert(r)
    ~@routine
end

# newton
@i function newton(y::Vector{Float64}, a::Float64)
    for i = 1:length(y) - 1
        y[i + 1] += (y[i] + a / y[i]) / 2
    end
end

# interp
@i function interp(y!::Float64, xs::Vector{Float64}, ys::Vector{Float64}, x::Float64)
    for i = 1:length(xs) - 1
        if (xs[i] <= x && x < xs[i + 1], ~)
            y! += ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i])
        end
    end
end

# horner
@i function horner(y!::Float64, x::Float64)
    y! += evalpoly(x, (1.0, -1e3, 2.5e6, 1e-9))
end

# clampit
@i function clampit(y!::Float64, x::Vector{Float64})
    for i = 1:length(x)
        y! += clamp(x[i], -1e6, 1e6) + max(x[i], 0) + sign(x[i]) * sqrt(abs(x[i]))
    end
end

# years
@i function years(y!::Float64, d::Float64)
    y! += d / 365.25 + 1970
end

# planck
@i function planck(B!::Float64, λ::Float64, T::Float64)
    B! += 2 * 6.62607015e-34 * 299792458.0^2 / λ^5 / expm1(6.62607015e-34 * 299792458 / (λ * 1.380649e-23 * T))
end

# statmech
@i function statmech(F!::Float64, E::Vector{Float64}, T::Float64)
    @routine begin
        Z ← 0.0
        for i = 1:length(E)
            Z += exp(-E[i] / (1.380649e-23 * T))
        end
    end
    F! -= 1.380649e-23 * T * log(Z)
    ~@routine
end

# lens
@i function lens(f!::Float64, n::Float64, R1::Float64, R2::Float64)
    f! += 1 / ((n - 1) * (1 / R1 - 1 / R2))
end

# softlog
@i function softlog(y!::Float64, w::Vector{Log}, x::Vector{Float64})
    @routine begin
        z ← one(Log)
        for i = 1:length(x)
            z *= w[i]^x[i]
        end
    end
    y! += convert(z)
    ~@routine
end

# besselog
@i function besselog(out!::Float64, ν::Int, z::Float64, n::Int)
    @routine begin
        s ← one(ULogarithmic{Float64})
        h ← 0.0
        h += z / 2
        for i = 1:ν
            s *= h
            s /= float(i)
        end
    end
    out! += convert(s)
    for k = 1:n
        s *= h
        s *= h
        s /= float(k)
        s /= float(k + ν)
        if (k % 2 == 0, ~)
            out! += convert(s)
        else
            out! -= convert(s)
        end
    end
    for k = n:-1:1
        s *= float(k + ν)
        s *= float(k)
        s /= h
        s /= h
    end
    ~@routine
end

# broadcast
@i function broadcast(y!::Vector{Float64}, a::Vector{Float64}, b::Float64)
    y! .+= exp.(a) .* b .^ 2 ./ (1 .+ a .^ 2)
end

# structs
struct Particle{T}
    x::T
    m::T
end
@i function structs(e!::Float64, p::Vector{Particle{Float64}})
    for i = 1:length(p)
        for j = 1:i - 1
            e! -= 6.6743e-11 * p[i].m * p[j].m / abs(p[i].x - p[j].x)
        end
    end
end

# dotcls
function energy(k)
    f(x) = k * x^2 / 2
    return f(3.0) + f(1e10)
end
@i function dotcls(y!::Float64, k::Float64)
    y! += energy(k)
end

# doblock
function total(x, p)
    sum(x) do t
        t > 0 ? t^p : zero(t)
    end
end
@i function doblock(y!::Float64, x::Vector{Float64}, p::Float64)
    y! += total(x, p)
end

# mixture
@i function mixture(l!::Float64, x::Vector{Float64}, m::Vector{Float64}, s::Float64)
    for i = 1:length(x)
        @routine begin
            p ← 0.0
            for k = 1:length(m)
                p += exp(-((x[i] - m[k]) / s)^2 / 2) / (s * length(m) * sqrt(2π))
            end
        end
        l! += log(p)
        ~@routine
    end
end

# lorenz
@i function lorenz(u!::Vector{Float64}, ρ::Float64, n::Int)
    for k = 1:n
        u![1] += 0.001 * 10 * u![2]
        u![2] += 0.001 * (ρ * u![1] - u![1] * u![3])
        u![3] += 0.001 * u![1] * u![2]
    end
end

# solve2
@i function solve2(x!::Float64, A::Matrix{Float64}, b::Vector{Float64})
    x! += (b[1] * A[2, 2] - b[2] * A[1, 2]) / (A[1, 1] * A[2, 2] - A[1, 2] * A[2, 1])
end

# rotate
@i function rotate(y!::Float64, x::Float64, θ::Float64)
    @routine begin
        a ← 0.0
        b ← 0.0
        a += x
        ROT(a, b, θ)
    end
    y! += a * b
    ~@routine
end

# muldivs
@i function muldivs(y!::Float64, x!::Float64, n::Float64)
    @routine begin
        for k = 1:12
            MULDIV(x!, n, 7.5)
        end
    end
    y! += x!^2
    ~@routine
end

# cgs
@i function cgs(f!::Float64, L::Float64, d::Float64)
    f! += L / (4π * d^2)
end

# saha
@i function saha(x!::Float64, T::Float64, n::Float64)
    x! += (2π * 9.1093837e-31 * 1.380649e-23 * T / 6.62607015e-34^2)^1.5 * exp(-13.6 * 1.602176634e-19 / (1.380649e-23 * T)) / n
end

# bayes
@i function bayes(p!::Float64, prior::Vector{Log}, like::Matrix{Log})
    @routine begin
        a ← one(Log)
        b ← one(Log)
        a *= prior[1]
        b *= prior[2]
        for j = 1:size(like, 2)
            a *= like[1, j]
            b *= like[2, j]
        end
        r ← one(Log)
        r *= a / (a + b)
    end
    p! += convert(r)
    ~@routine
end

# ulogsum
@i function ulogsum(l!::Log, x::Vector{Log})
    @routine begin
        s ← one(Log)
        s *= x[1] + x[2]
        t ← one(Log)
        t *= s + x[3]
        u ← one(Log)
        u *= t - x[2]
    end
    l! *= u * t^(-2)
    ~@routine
end

# contfrac
function contfrac(x::Float64)
    t = 0.0
    for k = 1:20
        n = 2 * (20 - k) + 3
        t = x^2 / (n - t)
    end
    return x / (1 - t)
end

# kepler_in_function
function kepler_in_function(m::Float64, e::Float64)
    E = m
    for i = 1:12
        E = E - (E - e * sin(E) - m) / (1 - e * cos(E))
    end
    return E
end

# lambertw
function lambertw(a::Float64)
    w = log(a)
    for i = 1:20
        w = w - (w * exp(w) - a) / (exp(w) * (w + 1))
    end
    return w
end

# saha_in_function
function saha_in_function(T::Float64, n::Float64)
    k = 1.380649e-23
    h = 6.62607015e-34
    m = 9.1093837015e-31
    l = h / sqrt(2 * pi * m * k * T)
    return 2 / (n * l^3) * exp(-2.178e-18 / (k * T))
end

# planck_in_function
@i function planck_in_function(y!::Float64, nu::Float64, T::Float64)
    y! += 2 * 6.62607015e-34 * nu^3 / (299792458.0^2) / expm1(6.62607015e-34 * nu / (1.380649e-23 * T))
end

# bs
using SpecialFunctions
function bs(s::Float64, k::Float64, r::Float64, v::Float64, t::Float64)
    d1 = (log(s / k) + (r + v^2 / 2) * t) / (v * sqrt(t))
    d2 = d1 - v * sqrt(t)
    return s * erfc(-d1 / sqrt(2)) / 2 - k * exp(-r * t) * erfc(-d2 / sqrt(2)) / 2
end

# logmix
function logmix(x::Float64, m::Vector{Float64}, s::Vector{Float64}, w::Vector{Float64})
    t = 0.0
    for k = 1:length(m)
        t += w[k] / s[k] * exp(-((x - m[k]) / s[k])^2 / 2)
    end
    return log(t)
end

# agm
function agm(a::Float64, b::Float64)
    x = a
    y = b
    for i = 1:8
        u = (x + y) / 2
        y = sqrt(x * y)
        x = u
    end
    return x
end

# tanhs
function tanhs(x::Float64, w::Float64)
    y = x
    for i = 1:60
        y = tanh(w * y + 0.1)
    end
    return y
end

# gammainc
function gammainc(a::Float64, x::Float64)
    t = 1 / a
    s = t
    for n = 1:80
        t = t * x / (a + n)
        s += t
    end
    return s * x^a * exp(-x)
end
