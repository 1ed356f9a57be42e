# NiLang's other spellings: PlusEq(f), ⊕(f), -(x), |> as a call, Base.f, ::T, keywords without defaults, @const in expressions, x.log.
@i @inline function ⊕(angle)(r!::T, x::Complex{T}) where T
    r! += atan(x.im, x.re)
end
@i function PlusEq(cubed)(y!::T, x::T) where T<:Real
    y! += x^3
end
@i @inline function Base.conj!(z::Complex{T}) where T
    conj(z)
end
@i function spelled(y!::Fixed, z!::Complex, x::Fixed, n!::Int)
    PlusEq(sin)(y!, x)
    ⊖(Base.exp)(y!, x)
    ⊕(*)(y!, x, 2.0)
    y! += cubed(x)
    y! += angle(z!)
    -(y!)
    conj!(z!)
    (n!,) |> INC |> DEC |> DEC
    n! |> NEG
    MinusEq(abs2)(y!, x)
end
@i function keyword(out!, x; factor, islast::Bool)
    if (islast, ~)
        out! += x * factor
    else
        out! -= x * factor
    end
end
@i function keywords(out!::Fixed, x::Fixed)
    keyword(out!, x; factor=3, islast=true)
    keyword(out!, x; islast=1 > 2, factor=0.5)
end
@i function started(out!::Fixed, x::Fixed; factor::Fixed)
    out! += x * factor
end
@i function ignores(out!::Fixed, ::Int, ::Complex)
    out! += 1
end
@i function marked(k!::Vector{Bool}, a::Vector{Int}, m::Matrix{Fixed}, n!::Int)
    for i = 1:length(k!)
        k![i] ⊻= @const a[i] == 2 || (a[i] > 3 && i != 4)
    end
    n! += (@const size(m, 1)) * (@const size(m, 2)) + mod1(a[1] - 4, 3)
end
@i function elements!(y!::NTuple{N,T}, a::T, x::NTuple{N,T}) where {N, T}
    for i=1:length(x)
        (y! |> tget(i)) += a * (x |> tget(i))
    end
end
@i function plus!(a, b)
    a += b
end
@i function tuples(a::NTuple{3,Int}, b::Tuple{Int,Int,Int})
    elements!(a, 2, b)
    plus!.(a, b)
    (~plus!).(b, (10, 20, 30))
    a .-= b .* (1, 2, 3)
    a .⊻= 1
end
@i function complex_add(y::Complex{T}, x::Complex{T}) where T
    ((a, b), (c, d))::∅ ↔ ((@fields x), (@fields y))
    a += c
    b += d
    ((a, b), (c, d)) ↔ ((@fields x), (@fields y))::∅
end
@i function added(y::Complex, x::Complex)
    complex_add(x, y)
end
gaussian_log(x) = log1p(exp(x))
@i function log_sum(out!::ULogarithmic{Fixed43}, x::ULogarithmic{Fixed43}, y::ULogarithmic{Fixed43})
    if (x.log == y.log, ~)
        out!.log += x.log
        out!.log += log(2)
    elseif (x.log ≥ y.log, ~)
        out!.log += x.log
        y.log -= x.log
        out!.log += gaussian_log(y.log)
        y.log += x.log
    else
        out!.log += y.log
        x.log -= y.log
        out!.log += gaussian_log(x.log)
        x.log += y.log
    end
end
@i function log_sums(out!::Fixed, x::Fixed, y::Fixed)
    @routine begin
        a ← one(ULogarithmic{Fixed43})
        b ← one(ULogarithmic{Fixed43})
        s ← one(ULogarithmic{Fixed43})
        a *= convert(x)
        b *= convert(y)
        log_sum(s, a, b)
    end
    out! += convert(s) + s.log
    ~@routine
end
@i function exponential(y!::T, x::T) where T<:Union{Fixed, GVar{<:Fixed}}
    @routine begin
        s ← one(ULogarithmic{T})
        lx ← one(ULogarithmic{T})
        k ← 0
        lx *= convert(x)
    end
    y! += convert(s)
    while (s.log > -20, k != 0)
        k += 1
        s *= lx / k
        y! += convert(s)
    end
    ~while (s.log > -20, k != 0)
        k += 1
        s *= lx / k
    end
    ~@routine
end

#! run spelled --set y!=1 --set z!=1+1im --set x=0.5 --set n!=5
#! value y! -1.991102431301
#! value z! {"re": 1, "im": -1}
#! value n! -4
#! check spelled --set y!=1 --set z!=1+1im --set x=0.5 --set n!=5
#! run keywords --set x=2
#! value out! 5
#! run started --set x=2 --set factor=1.5
#! value out! 3
#! run started --set x=2
#! status 2
#! says R0928
#! run ignores --set _2=7
#! value out! 1
#! run marked --set k!=[false,false,false,true] --set a=[2,3,4,5] --set m=[[1,2,3],[4,5,6]]
#! value k! [true, false, true, true]
#! value n! 7
#! run tuples --set a=[1,2,3] --set b=[1,10,100]
#! value a [12, 53, 92]
#! value b [-9, -10, 70]
#! check tuples --set a=[1,2,3] --set b=[1,10,100]
#! run added --set y=1+2im --set x=3+4im --grad y.re
#! value y {"re": 4, "im": 6}
#! gradient x {"re": 1, "im": 0}
#! run log_sums --set x=2 --set y=3 --grad out!
#! value out! 6.609437912434
#! tolerance 1e-8
#! gradient x 1.2
#! gradient y 1.2
#! check log_sums --set x=3 --set y=0.5
#! run exponential --set x=3.5 --grad y!
#! tolerance 1e-8
#! value y! 33.115451958692
#! gradient x 33.115451957713
