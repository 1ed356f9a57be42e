# Ancillas that the compiler frees where their scope ends, and allocations from values that carry
# gradients. References by hand.
@i function freed!(y!::Fixed, k!::Int, x::Fixed, n::Int)
    a ← 2.0
    b, c ← 1.0, 3
    @routine begin
        t ← 0.0
        t += x * a
    end
    y! += t * b
    ~@routine
    for i = 1:n
        s ← 0
        s += i
        k! += s * c
        s -= i
    end
    if (x > 0, ~)
        u ← 1
        k! += u
    else
        u ← 2
        k! -= u
    end
    ~begin
        @routine begin
            v ← 0.0
            v += x
        end
        y! += v
        ~@routine
    end
    w ← zeros(Fixed, n)
    w .+= x
    y! += w[1]
    w .-= x
end

@i function copied!(y!::Fixed, l!::Log, x::Fixed, z::Complex{Fixed}, m::Log, v::Vector{Fixed})
    a ← x
    y! += a^2
    r, i ← @fields z
    y! += r * i
    r, i → @fields z
    c ← z
    y! += c.re * 2
    p ← (x, x * x)
    y! += p.:2
    q ← m
    l! *= q * q
    w ← v
    y! += w[2]
    w → v
end

# A value is copied, and what is freed is a constant.
@i function known!(y!::Fixed, x::Fixed)
    t ← x
    y! += t * 3
    t → 2.0
end

@i function trapped!(y!::Fixed, x::Fixed)
    t ← 0.0
    t += x
    y! += t
    t -= 2x
end

#! run freed! --set x=1.5 --set n=3 --grad y!
#! value y! 3
#! value k! 19
#! gradient x 2
#! check freed! --set x=1.5 --set n=3
#! run copied! --set y!=0 --set l!=2 --set x=1.5 --set z=2-1im --set m=3 --set v=[1,4] --grad y!
#! value y! 10.5
#! gradient x 6
#! gradient z {"re":1,"im":2}
#! gradient v [0,1]
#! check copied! --set y!=0 --set l!=2 --set x=1.5 --set z=2-1im --set m=3 --set v=[1,4]
#! run known! --set x=2
#! value y! 6
#! run trapped! --set x=2
#! status 1
#! trap R0814
