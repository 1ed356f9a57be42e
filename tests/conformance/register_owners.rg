# Programs that once gave a register two owners: a block was linked through one that held a value where the block was undone.
@fn second(u, v) = v
@fn cancelled(u) = u^2 * (u - u) - u

struct Pt{T}
    x::T
    y::T
end

"What stands at the entry is undone in the middle, where a register that is free at the entry holds n for the next statement."
@i function beside(a!::Fixed, b!::Fixed, u!::Vector{Fixed}, k!::Int, j!::Vector{Int}, z!::Complex{Fixed}, x::Fixed, y::Fixed, w::Fixed, v::Vector{Fixed}, ks::Vector{Int}, q::Complex{Fixed}, n::Int)
    a! += (sin(v[3] / 0.7) + (-(n * n))) * (y + y - abs(w) - abs(w - x))
    a! += y + second(y * n, v[2])
end
#! run beside --set a!=1 --set x=-0.25 --set y=-0.5 --set w=1.25 --set v=[-0.1,-0.5,-1.5] --set b!=0 --set u!=[1,2] --set k!=0 --set j!=[1] --set z!=1+2im --set ks=[1] --set q=1+1im --set n=4 --grad a!
#! tolerance 1e-11
#! value a! 63.152951646732618
#! gradient x -16.840787105795357
#! gradient y -32.681574211590714
#! gradient v [0,1,2.9001744892496792]
#! restored true

"A gradient leaves its ancillas in registers where it turns; a register that is free at the entry is not free there."
@i function turned(a!::Fixed, b!::Fixed, u!::Vector{Fixed}, k!::Int, z!::Complex{Fixed}, p!::Pt{Fixed}, x::Fixed, y::Fixed, w::Fixed, v::Vector{Fixed}, ks::Vector{Int}, q::Complex{Fixed}, c::Complex{Fixed}, g::Pt{Fixed}, n::Int, m::Int)
    @routine begin
        t1 ← 0.0
        t1 += (n != 1 ? w : x)
        q2 ← 0.0
    end
    @routine begin
        t3 ← 0.0
        t3 += min(sin(q2), 3.0 * max(w, w))
        q4 ← 0.0
    end
    ~@routine
    ~@routine
    @routine begin
        t5 ← 0.0
        t5 -= ((w <= 0.0 || n < m) ? y : n + 0.5)
    end
    ~@routine
    @routine begin
        t7 ← 1.0
        q8 ← 0.0
    end
    @routine begin
        t7n ← 0.0
        t7n += t7
    end
    a! += cancelled(y^4)
    a! += (w * (-0.75) + q8) / (1.5 + w^2)
    ~@routine
    ~@routine
end
#! run turned --grad a! --set a!=-1.447 --set b!=-0.777 --set u!=[0.226,0.0,0.663] --set k!=7 --set z!.re=0.986 --set z!.im=1.098 --set p!.x=-0.097 --set p!.y=0.07 --set x=-0.981 --set y=-0.331 --set w=0.11 --set v=[-0.588,0.951,-0.78] --set ks=[-9,8,-6] --set q.re=0.033 --set q.im=0.497 --set c.re=-0.83 --set c.im=0.953 --set g.x=-1.461 --set g.y=0.0 --set n=7 --set m=8
#! tolerance 1e-11
#! value a! -1.5135634963264692
#! gradient w -0.48806085947143618
#! gradient y 0.14505876400002293
#! restored true
