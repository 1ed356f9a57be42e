# What --emit=ir and --emit=unf print of each form (print_forms.ir, print_forms.unf).
struct Point
    x::Fixed
    y::Fixed
end

@i function add_to(y!::Fixed, x::Fixed)
    y! += x
end

@i function statements(y!::Fixed, l!::Log, n!::Int, b!::Bool, p!::Point, A!::Vector{Fixed}, M::Matrix{Fixed}, x::Fixed, k::Int)
    t ← 0.5
    u ← one(Log)
    y! += x * t - sin(x) / 3
    y! -= x > 0 && k < 3 ? x : -x
    l! *= u
    l! /= 2.0
    n! ⊻= k << 2
    b! ⊻= k == 3 || x != 1
    p!.x += A![k] * M[k, 1]
    SWAP(p!.x, p!.y)
    NEG(y!)
    ROT(p!.x, p!.y, x)
    if (x > 1, ~)
        add_to(y!, x)
    else
        (~add_to)(y!, x)
    end
    while (n! < k, n! > 0)
        n! += 1
    end
    for i = 1:2:k
        A![i] += abs(x) ^ 2
    end
    @routine begin
        t += x
    end
    y! += t
    ~@routine
    @assert t == 0.5
    u → one(Log)
    t → 0.5
end
