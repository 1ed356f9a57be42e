# Functions with a name of the program, composed ones, inverses of updates, further keywords.
using NiLang

const add = ⊕(identity)
const twice = x -> 2x
const back = ~add

@i function named!(y!::Fixed, x::Fixed)
    add(y!, x)
    back(y!, x)
    (~back)(y!, x)
    PlusEq(twice)(y!, x)
    y! += twice(x) * x
    (~PlusEq(exp))(y!, x)
    (~MinusEq(*))(y!, x, x)
end

@i function f1(x)
    x.:1 += x.:2
end
@i function f2(x)
    x.:2 += cos(x.:1)
end
@i function f3(x)
    x.:1 ↔ x.:2
end
@i function composed!(x::Tuple{Fixed,Fixed})
    (f3 ∘ f2 ∘ f1)(x)
    (~(f2 ∘ f1))(x)
end

@i function leaf!(y!, x; scale, shift=1)
    y! += x * scale + shift
end
@i function pass!(f, y!, x; times=1, kwargs...)
    for i = 1:times
        f(y!, x; kwargs...)
    end
end
@i function outer!(y!, x; kwargs...)
    pass!(leaf!, y!, x; times=2, kwargs...)
    pass!(PlusEq(sin), y!, x)
end
@i function passed!(y!::Fixed, x::Fixed)
    outer!(y!, x; scale=3)
    outer!(y!, x; scale=x, shift=2)
end

# One routine for functions of one, two and three arguments: the length of the vector chooses.
@i function any!(v; f, kwargs...)
    if (length(v) == 1, ~)
        f(v[1]; kwargs...)
    elseif (length(v) == 2, ~)
        f(v[1], v[2]; kwargs...)
    elseif (length(v) == 3, ~)
        f(v[1], v[2], v[3]; kwargs...)
    end
end
@i function some!(u::Vector{Fixed}, v::Vector{Fixed}, w::Vector{Fixed})
    any!(u; f=⊕(*))
    any!(v; f=SWAP)
    any!(v; f=⊕(exp))
    any!(w; f=-)
end
@i function wrong!(u::Vector{Fixed})
    any!(u; f=⊕(*))
end

# Which of the arguments is meant is given by the call.
@i function real_part!(f, y!, args...; il)
    f(args...)
    y! += (args |> tget(il)).re
end
@i function parts!(y!::Fixed, a::Complex{Fixed}, b::Complex{Fixed}, c::Complex{Fixed})
    real_part!(⊕(*), y!, a, b, c; il=1)
    real_part!(SWAP, y!, a, b; il=2)
end

@i function skipped!(y!::Fixed, x::Fixed)
    (@skip! 3) += x
    y! += @const x
end

@i function step!(dest::AbstractVector{T}, src::AbstractVector{T}; c) where T
    n ← length(dest)
    for i = 1:n
        dest[i] += src[i] + c * src[mod1(i + 1, n)]
    end
end
@i function steps!(out!::Fixed, y!::Vector{Fixed}, x::Vector{Fixed}, c::Fixed)
    bennett(step!, y!, x; k=2, N=5, c=c)
    out! += y![1]
end

#! run named! --set x=0.5 --grad y!
#! value y! 0.60127872929987
#! gradient x 4.35127872929987
#! check named! --set x=0.5
#! run composed! --set x=[2,3]
#! value x [-2.70626290150401,5.98992508696723]
#! check composed! --set x=[2,3]
#! run passed! --set x=0.5 --grad y!
#! value y! 10.45885107720841
#! gradient x 9.75516512378075
#! value x 0.5
#! check passed! --set x=0.5
#! run some! --set u=[0.3,0.4,2] --set v=[0.3,0.4] --set w=[0.3] --grad u[1]
#! value u [1.1,0.4,2]
#! value v [1.74985880757600,0.3]
#! value w [-0.3]
#! gradient u [1,2,0.4]
#! check some! --set u=[0.3,0.4,2] --set v=[0.3,0.4] --set w=[0.3]
#! run wrong! --set u=[1,2]
#! status 1
#! trap R0815
#! run parts! --set a=1+2im --set b=3-1im --set c=2+1im --grad y!
#! value y! 16
#! gradient b {"re":4,"im":-2}
#! check parts! --set a=1+2im --set b=3-1im --set c=2+1im
#! run skipped! --set x=2
#! value y! 2
#! run steps! --set y!=[0,0,0] --set x=[1,0,2] --set c=0.5 --grad out!
#! value out! 7.3125
#! check steps! --set y!=[0,0,0] --set x=[1,0,2] --set c=0.5
