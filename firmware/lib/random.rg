# Random numbers that run backward. `using Random`

"a!, b! += two independent normal numbers (Box and Muller) made of the next two states of the generator seed!. The inverse takes them off and the generator back."
@i function i_box_muller!(a!::Fixed, b!::Fixed, seed!::Int)
    @routine begin
        @zeros Fixed radius angle
        RNG(seed!)
        radius += sqrt(-2 * log(1 - uniform(seed!)))
        RNG(seed!)
        angle += 2π * uniform(seed!)
    end
    a! += radius * cos(angle)
    b! += radius * sin(angle)
    ~@routine
    RNG(seed!)
    RNG(seed!)
end

"out1!, out2! += the two normal numbers of two uniform ones, 0 < u1 <= 1; gradients with respect to u1, u2."
@i function i_box_muller!(out1!::Fixed, out2!::Fixed, u1::Fixed, u2::Fixed)
    @routine begin
        radius ← 0.0
        radius += sqrt(-2 * log(u1))
    end
    out1! += radius * cos(2π * u2)
    out2! += radius * sin(2π * u2)
    ~@routine
end

"x! += independent normal numbers of mean 0 and deviation 1."
@i function i_randn!(x!::AbstractVector{Fixed}, seed!::Int)
    for i = 1:2:length(x!)
        if (i < length(x!), ~)
            i_box_muller!(x![i], x![i+1], seed!)
        else
            @routine begin
                @zeros Fixed a b
                i_box_muller!(a, b, seed!)
            end
            x![i] += a
            ~@routine
            RNG(seed!)
            RNG(seed!)
        end
    end
end

"x! += independent uniform numbers in [0, 1)."
@i function i_rand!(x!::AbstractVector{Fixed}, seed!::Int)
    for i = 1:length(x!)
        RNG(seed!)
        x![i] += uniform(seed!)
    end
end

"x! is shuffled (Fisher and Yates). The inverse puts it in order again."
@i function i_shuffle!(x!::AbstractVector, seed!::Int)
    for i = length(x!):-1:2
        RNG(seed!)
        @routine begin
            j ← 1
            j += floor(Int, i * uniform(seed!))
        end
        if (i != j, ~)
            x![i] ↔ x![j]
        end
        ~@routine
    end
end

"A linear congruential generator modulo 2^63, with the constants of NiLang. For words of 64 bits."
struct LcgRNG
    x::Int
end

"The next state of the generator; the inverse goes back. The state is not negative."
@i function rand(rng!::LcgRNG)
    @assert rng!.x >= 0
    next ← 0
    next += (6364136223846793005 * rng!.x + 1442695040888963407) & 9223372036854775807
    rng!.x -= (4654452103859546277 * (next - 1442695040888963407)) & 9223372036854775807
    SWAP(rng!.x, next)
    next → 0
end
