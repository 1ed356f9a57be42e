# Functions in both styles: NAME is functional, i_NAME says by hand what it computes. tests/property/test_functional.c
# runs each pair and compares every word of values and gradients.

@fn expcos(x) = exp(cos(x))
@i function i_expcos(out!::Fixed, x::Fixed)
    c ← 0.0
    c += cos(x)
    out! += exp(c)
    c -= cos(x)
    c → 0.0
end

@fn shared(x, y) = let z = x * y in z * z + sin(z)
@i function i_shared(out!::Fixed, x::Fixed, y::Fixed)
    z ← 0.0
    z += x * y
    out! += z * z
    out! += sin(z)
    z -= x * y
    z → 0.0
end

@fn gauss(x, m, s) = let d = (x - m) / s in -d^2 / 2 - log(s) - log(2π) / 2
@i function i_gauss(out!::Fixed, x::Fixed, m::Fixed, s::Fixed)
    @routine begin
        d ← 0.0
        d += (x - m) / s
    end
    out! -= d^2 / 2
    out! -= log(s)
    out! -= log(2π) / 2
    ~@routine
end

@fn choice(x, y) = x > y ? sqrt(x - y) : let d = y - x in d * exp(-d)
@i function i_choice(out!::Fixed, x::Fixed, y::Fixed)
    if (x > y, ~)
        out! += sqrt(x - y)
    else
        d ← 0.0
        d += y - x
        out! += d * exp(-d)
        d -= y - x
        d → 0.0
    end
end

@fn inner(v::Vector{Fixed}, w::Vector{Fixed}) = foldl(+, 0, map2(*, v, w))
@i function i_inner(out!::Fixed, v::Vector{Fixed}, w::Vector{Fixed})
    for i = 1:length(v)
        out! += v[i] * w[i]
    end
end

@fn norm(v::Vector{Fixed}) = sqrt(sum(map(x -> x * x, v)))
@i function i_norm(out!::Fixed, v::Vector{Fixed})
    s ← 0.0
    for i = 1:length(v)
        s += v[i] * v[i]
    end
    out! += sqrt(s)
    for i = 1:length(v)
        s -= v[i] * v[i]
    end
    s → 0.0
end

@fn product(v::Vector{Fixed}) = foldl((a, x) -> a * x, 1, v)
@i function i_product(out!::Fixed, v::Vector{Fixed})
    @routine begin
        p ← zeros(Fixed, length(v) + 1)
        p[1] += 1
        for i = 1:length(v)
            p[i + 1] += p[i] * v[i]
        end
    end
    out! += p[length(v) + 1]
    ~@routine
end

@fn horner(v::Vector{Fixed}, x) = foldl((s, c) -> s * x + c, 0, v)
@i function i_horner(out!::Fixed, v::Vector{Fixed}, x::Fixed)
    @routine begin
        p ← zeros(Fixed, length(v) + 1)
        for i = 1:length(v)
            p[i + 1] += p[i] * x
            p[i + 1] += v[i]
        end
    end
    out! += p[length(v) + 1]
    ~@routine
end

@fn times(A::Matrix{Fixed}, v::Vector{Fixed}) = map(row -> dot(row, v), A)
@i function i_times(out!::Vector{Fixed}, A::Matrix{Fixed}, v::Vector{Fixed})
    for i = 1:size(A, 1)
        for j = 1:size(A, 2)
            out![i] += A[i, j] * v[j]
        end
    end
end

@fn outer(v::Vector{Fixed}, w::Vector{Fixed}) = map(x -> map(y -> x * sin(y), w), v)
@i function i_outer(out!::Matrix{Fixed}, v::Vector{Fixed}, w::Vector{Fixed})
    for i = 1:length(v), j = 1:length(w)
        out![i, j] += v[i] * sin(w[j])
    end
end

@fn softmax(v::Vector{Fixed}) = let e = map(exp, v), s = sum(e) in map(x -> x / s, e)
@i function i_softmax(out!::Vector{Fixed}, v::Vector{Fixed})
    @routine begin
        e ← zeros(Fixed, length(v))
        s ← 0.0
        for i = 1:length(v)
            e[i] += exp(v[i])
        end
        for i = 1:length(v)
            s += e[i]
        end
    end
    for i = 1:length(v)
        out![i] += e[i] / s
    end
    ~@routine
end

@fn moments(v::Vector{Fixed}) = let m = sum(v) / length(v) in (m, sum(map(x -> (x - m)^2, v)))
@i function i_moments(out_1!::Fixed, out_2!::Fixed, v::Vector{Fixed})
    @routine begin
        s ← 0.0
        m ← 0.0
        for i = 1:length(v)
            s += v[i]
        end
        m += s / length(v)
    end
    out_1! += m
    for i = 1:length(v)
        out_2! += (v[i] - m)^2
    end
    ~@routine
end

@fn rotate(p::Tuple{Fixed,Fixed}, t) = let (x, y) = p, c = cos(t), s = sin(t) in (c * x - s * y, s * x + c * y)
@i function i_rotate(out_1!::Fixed, out_2!::Fixed, p_1::Fixed, p_2::Fixed, t::Fixed)
    @routine begin
        c ← 0.0
        s ← 0.0
        c += cos(t)
        s += sin(t)
    end
    out_1! += c * p_1
    out_1! -= s * p_2
    out_2! += s * p_1
    out_2! += c * p_2
    ~@routine
end

@fn chain(v::Vector{Fixed}, x) = foldl((p, a) -> (p[1] * cos(p.:2) + a, p.:2 + a * x), (x, 0.5), v)
@i function i_chain(out_1!::Fixed, out_2!::Fixed, v::Vector{Fixed}, x::Fixed)
    @routine begin
        p ← zeros(Fixed, length(v) + 1)
        q ← zeros(Fixed, length(v) + 1)
        p[1] += x
        q[1] += 0.5
        for i = 1:length(v)
            p[i + 1] += p[i] * cos(q[i])
            p[i + 1] += v[i]
            q[i + 1] += q[i]
            q[i + 1] += v[i] * x
        end
    end
    out_1! += p[length(v) + 1]
    out_2! += q[length(v) + 1]
    ~@routine
end

#! run moments --set v=[1,2,6] --grad out_2!
#! value out_1! 3
#! value out_2! 14
#! gradient v [-4,-2,6]
#! restored true
#! run i_moments --set v=[1,2,6] --grad out_2!
#! value out_2! 14
#! gradient v [-4,-2,6]
