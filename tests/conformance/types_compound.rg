# Complex numbers, structs and tuples inside routines: values, inverses, gradients.
@i function complex_arithmetic(re!::Fixed, im!::Fixed, a::Fixed, b::Fixed, c::Fixed, d::Fixed)
    @routine begin
        @zeros Complex{Fixed} x w z
        x.re += a
        x.im += b
        w.re += c
        w.im += d
        z += x * w - x / w + 2im * x + 1
        z -= conj(w) - inv(x)
    end
    re! += real(z)
    im! += imag(z)
    ~@routine
end

@i function complex_functions(re!::Fixed, im!::Fixed, a::Fixed, b::Fixed)
    @routine begin
        x ← 0.0 + 0im
        x.re += a
        x |> imag += b
        z ← zero(x)
        z += exp(x) + log(x) + sqrt(x)
        z += sin(x) * cosh(x) + x^3 + x^(-2) + x^7
    end
    re! += z.re + abs(x)
    im! += z.im + angle(x) * abs2(x)
    ~@routine
end

# Listing 1 of the papers: y += log|x| + i Arg x
@i function (:+=)(log)(y!::Complex{T}, x::Complex{T}) where T
    @routine begin
        n ← zero(T)
        n += abs(x)
    end
    y!.re += log(n)
    y!.im += angle(x)
    ~@routine
end

@i function complex_log(re!::Fixed, im!::Fixed, a::Fixed, b::Fixed)
    @zeros ComplexF64 x y
    x.re += a
    x.im += b
    y += log(x)
    re! += y.re
    im! += y.im
    y -= log(x)
    x.im -= b
    x.re -= a
    ~@zeros ComplexF64 x y
end

# Instructions turn both parts.
@i function turned(out!::Fixed, a::Fixed, b::Fixed)
    @zeros Complex{Fixed} x y
    x.re += a
    y.im += b
    NEG(x)
    CONJ(y)
    ROT(x, y, 0.5)
    HADAMARD(x, y)
    SWAP(x, y)
    out! += abs2(x) * 2 + real(x) + imag(y)
    SWAP(x, y)
    ~HADAMARD(x, y)
    IROT(x, y, 0.5)
    CONJ(y)
    NEG(x)
    y.im -= b
    x.re -= a
    ~@zeros Complex{Fixed} x y
end

@i function choice(re!::Fixed, im!::Fixed, a::Fixed, same!::Bool)
    z ← 0.0 + 0im
    z += a > 0 ? 1.0 + 2im : 3.0
    same! ⊻= z == 1 + 2im
    re! += z.re
    im! += z.im
    z -= a > 0 ? 1.0 + 2im : 3.0
    z → 0.0 + 0im
end

struct Point{T}
    x::T
    y::T
end

struct Segment{T}
    from::Point{T}
    to::Point{T}
    weight::Int
end

@fieldview start(s::Segment) = s.from.x

@i function norm2(out!::Fixed, p::Point{Fixed})
    out! += p.x^2 + p.y^2
end

@i function length2(out!::Fixed, s::Segment)
    d ← Point(0.0, 0.0)
    d += s.to
    d -= s.from
    norm2(out!, d)
    d += s.from
    d -= s.to
    d → Point(0.0, 0.0)
end

@i function structs(out!::Fixed, a::Fixed, b::Fixed)
    s ← Segment(Point(0.0, 0.0), Point(0.0, 1.0), 2)
    s.to.x += a
    s |> start += b
    s.to ↔ s.from
    length2(out!, s)
    norm2(out!, Point{}(a, b))
    out! += s.weight * s.to.x
    s.to ↔ s.from
    start(s) -= b
    s.to.x -= a
    s → Segment(Point(0.0, 0.0), Point(0.0, 1.0), 2)
end

@i function addall(out!::Fixed, t::NTuple{N, T}) where {N, T<:Real}
    for i = 1:length(t)
        out! += t[i] * i
    end
    out! += N
end

@i function shift!(t!::Tuple{Fixed, Fixed}, by::Fixed)
    t!.:1 += by
    t![2] -= by
end

@i function tuples(out!::Fixed, a::Fixed, b::Fixed, n!::Int)
    (s, c) ← (0.0, 0.0)
    (s, c) += sincos(a)
    t ← (1.0, 2.0, 0.5)
    t |> tget(2) += s * c
    addall(out!, t)
    addall(out!, (a, b))
    n! += length(t)
    (s, c) ↔ (t.:1, t.:3)
    out! += s
    (s, c) ↔ (t.:1, t.:3)
    shift!((s, c), b)
    out! += s * c
    (~shift!)((s, c), b)
    t[2] -= s * c
    t → (1.0, 2.0, 0.5)
    s, c -= sincos(a)
    (s, c) → (0.0, 0.0)
end

# Arrays of compounds: one array for each part.
@i function spectrum(out!::Fixed, x::Vector{Fixed})
    @routine begin
        v ← zeros(Complex{Fixed}, length(x))
        for i = 1:length(x)
            v[i].re += x[i]
            v.im[i] += x[i] * i
        end
        for i = 2:length(x)
            v[i] += v[i-1] * (1.0 + 2im)
        end
    end
    out! += abs2(v[end])
    ~@routine
end

#! run complex_arithmetic --set a=3 --set b=2 --set c=0.5 --set d=-1 --grad re!
#! value re! 0.6307692307692307
#! value im! -0.3538461538461539
#! gradient a 0.0704142012
#! gradient b -0.2710059172
#! gradient c -0.72
#! gradient d -2.96
#! restored true
#! run complex_arithmetic --set a=3 --set b=2
#! status 1
#! trap R0808
#! run complex_functions --set a=0.6 --set b=-0.8 --grad im!
#! tolerance 1e-8
#! value re! 3.215333459543214
#! value im! -4.1575806317160495
#! gradient a -0.62493031
#! gradient b 11.5500467
#! restored true
#! run complex_log --set a=3 --set b=2 --grad re!
#! value re! 1.2824746787307684
#! value im! 0.5880026035475675
#! gradient a 0.23076923076923
#! gradient b 0.15384615384615
#! restored true
#! run complex_log --backward --set a=3 --set b=2 --set re!=1.2824746787307684 --set im!=0.5880026035475675
#! value re! 0
#! value im! 0
#! run turned --set a=0.75 --set b=0.25 --grad out!
#! value out! -0.07727502354664899
#! gradient a -0.043746008343
#! gradient b 0.639195961216
#! restored true
#! run choice --set a=1
#! value re! 1
#! value im! 2
#! value same! true
#! run choice --set a=-1
#! value re! 3
#! value im! 0
#! value same! false
#! run structs --set a=1.5 --set b=0.25 --grad out!
#! value out! 5.375
#! gradient a 5.5
#! gradient b 0
#! restored true
#! run structs --backward --set a=1.5 --set b=0.25 --set out!=5.375
#! value out! 0
#! run tuples --set a=0.3 --set b=0.4 --grad out!
#! value out! 14.55089022307826
#! gradient a 2.97566416639
#! gradient b 1.85981628231
#! value n! 3
#! restored true
#! run spectrum --set x=[0.5,-0.25,1] --grad out!
#! value out! 9.3125
#! gradient x [29.5, 30.5, 11.5]
#! restored true
