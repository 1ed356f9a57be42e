# Parameters of all kinds and calls two deep: the search of registers for calls ended in having none for parameters.
struct Pt{T}
    x::T
    y::T
end

@i function leaf(q!::Fixed, x::Fixed, y::Fixed)
    @routine begin
        t ← 0.0
        t += 1.25 * (x + (y + x))
    end
    ~@routine
end
@i function middle(q!::Fixed, x::Fixed, k::Int)
    @routine begin
        t ← 0.0
        leaf(t, x, x * k)
    end
    ~@routine
end
"Fourteen parameters in registers and calls two deep: every convention that is tried ends in another one."
@i function crowded_calls(a!::Fixed, b!::Fixed, u!::Vector{Fixed}, k!::Int, z!::Complex{Fixed}, x::Fixed, y::Fixed, w::Fixed, v::Vector{Fixed}, q::Complex{Fixed}, c::Complex{Fixed}, g::Pt{Fixed}, n::Int, m::Int)
    @routine begin
        t1 ← 0.0
        q2 ← 0.0
    end
    t3 ← 0.25
    q4 ← 0.0
    q4 += y + w - (-w)
    t3 += 0.25 * y
    middle(u![1], 0.5 * (x + t1), 5)
    a! += t3 * q4
    t3 -= 0.25 * y
    q4 -= y + w - (-w)
    q4 → 0.0
    t3 → 0.25
    ~@routine
end
#! run crowded_calls --set a!=1 --set u!=[2] --set x=0.5 --set y=1 --set w=0.25 --set v=[1] --grad a!
#! value a! 1.75
#! value u! [2]
#! gradient y 0.875
#! gradient w 1
#! restored true
