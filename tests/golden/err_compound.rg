# Misuse of complex numbers, structs and tuples.
struct Point{T<:Real}
    x::T
    y::T
end

@i function fields(p!::Point{Fixed}, z!::Complex{Fixed}, t!::Tuple{Fixed, Int}, i::Int)
    p!.wide += 1
    p!.xx += 1
    z!.real += 1
    t!.:3 += 1
    t![i] += 1
    i.re ⊻= 1
end

@i function makers(y!::Fixed)
    p ← Point(1.0)
    q ← Point{Fixed, Int}(1.0, 2.0)
    r ← Point(1.0 + 2im, 0im)
    (a, b) ← (1.0, 2.0, 3.0)
    y! += 1
end

@i function mixing(y!::Fixed, z!::Complex{Fixed}, p!::Point{Fixed}, n!::Int, l::Log)
    y! += z!
    z! += p!
    n! += 2im
    z! *= 2
    y! += z! < 1
    z! += l
    if z!
        y! += 1
    end
    z! ↔ p!
    z! += z!.re
    (y!, y!) += sincos(0.5)
    CONJ(p!)
end
