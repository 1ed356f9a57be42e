# Stacks of complex numbers and structs: a stack for each leaf, pushed and popped together.
struct Particle{T}
    z::Complex{T}
    n::Int
end

# The powers of z, kept on the stack of the caller.
@i function powers!(s!, z, n::Int)
    w ← 1.0 + 0.0im
    for k = 1:n
        t ← 0.0 + 0.0im
        t += w * z
        w ↔ t
        PUSH!(s!, t)
        t → 0.0 + 0.0im
    end
    PUSH!(s!, w)
    w → 0.0 + 0.0im
end

@i function geometric(y!::Complex{Fixed}, z::Complex{Fixed}, n::Int)
    @routine begin
        s ← stack(Complex{Fixed}, 40)
        powers!(s, z, n)
    end
    for k = 1:length(s)
        y! += s[k]
    end
    ~@routine
end

# Every way to push and pop.
@i function ways(y!::Fixed, a::Vector{Particle{Fixed}}, w::Complex{Fixed})
    s ← stack(Particle{Fixed}, 10)
    for k = 1:length(a)
        s[end+1] ← a[k]
    end
    y! += abs2(s[2].z) * s[1].n
    s[end] ↔ top::∅
    y! += top.n * top.z.im
    u::∅ ↔ top
    s[end+1] ↔ u
    for k = length(a):-1:1
        s[end] → a[k]
    end
    s → stack(Particle{Fixed}, 10)
    q ← Complex{Fixed}[]
    COPYPUSH!(q, w)
    COPYPUSH!(q, w * w)
    y! += q[2].re
    COPYPOP!(q, w * w)
    COPYPOP!(q, w)
    q → Complex{Fixed}[]
    PUSH!(w)
    POP!(w)
end

#! run geometric --set z=0.5+0.75im --set n=4 --grad y!.re
#! value y! {"re": 0.00390625, "im": 1.171875}
#! gradient z {"re": -1.8125, "im": -4.3125}
#! restored true
#! check geometric --set z=0.5+0.75im --set n=4
#! run ways --set 'a=[{"z":"1+2im","n":3},{"z":"2-1im","n":5}]' --set w=2+1im --grad y!
#! value y! 13
#! gradient w {"re": 4, "im": -2}
#! restored true
#! check ways --set 'a=[{"z":"1+2im","n":3},{"z":"2-1im","n":5}]' --set w=2+1im
#! run ways --set 'a=[{"z":"1+2im","n":3}]' --set w=1
#! status 1
#! trap R0807
