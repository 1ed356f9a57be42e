# Vectors of structs with complex parts from the command line, directions of whole structs, keyword defaults of a type variable.
struct Particle{T<:Real}
    pos::Complex{T}
    vel::Complex{T}
    mass::T
end
@i function drift!(p::Particle{T}, dt::T) where T
    p.pos += p.vel * dt
end
@i function kick!(p::Particle{T}, q::Particle{T}, dt::T; eps=0.01) where T
    @routine begin
        d ← zero(Complex{Fixed})
        d += q.pos - p.pos
        r2 ← zero(T)
        r2 += abs2(d) + eps
        inv3 ← zero(T)
        inv3 += 1 / (r2 * sqrt(r2))
    end
    p.vel += d * (q.mass * inv3 * dt)
    q.vel -= d * (p.mass * inv3 * dt)
    ~@routine
end
@i function energy(e!::Fixed, ps::Vector{Particle{Fixed}})
    for i = 1:length(ps)
        e! += ps[i].mass * abs2(ps[i].vel) / 2
    end
end
@i function simulate(e!::Fixed, ps::Vector{Particle{Fixed}}, dt::Fixed, n::Int)
    for t = 1:n
        for i = 1:length(ps), j = i+1:length(ps)
            kick!(ps[i], ps[j], dt)
        end
        for i = 1:length(ps)
            drift!(ps[i], dt)
        end
    end
    energy(e!, ps)
end
@i function conv!(out!::AbstractVector{T}, x::AbstractVector{T}, k::AbstractVector{T}; stride::Int=1, bias=zero(T)) where T<:Real
    n ← length(k)
    for i = 1:length(out!)
        for j = n:-1:1
            out![i] += x[(i - 1) * stride + j] * k[n + 1 - j]
        end
        out![i] += bias
    end
    n → length(k)
end

@i function convolve(o!::Vector{Fixed}, A::Matrix{Fixed}, k::Vector{Fixed}, b::Fixed)
    conv!(o!, A[2,:], k; stride=2, bias=b)
    conv!(o!, A'[:,1], k[end:-1:1])
    conv!(o!, reshape(A, 8)[2:2:8], k; bias = 2b)
end

struct Cam{T}
    f::T
    c::Complex{T}
end
@i function proj(y!::Fixed, cam::Cam{Fixed}, z::Complex{Fixed}, ps::Vector{Cam{Fixed}})
    y! += cam.f * abs2(z - cam.c) + ps[1].f * ps[2].c.im
end

#! check simulate --set 'ps=[{"pos":"0+0im","vel":"0.1im","mass":1},{"pos":"1+0.5im","vel":"-0.1im","mass":0.5}]' --set dt=0.05 --set n=2
#! run proj --set 'cam={"f":2,"c":"1+0.5im"}' --set z=2+2im --set 'ps=[{"f":2,"c":"1+0.5im"},{"f":2,"c":"1+0.5im"}]' --tangent 'cam={"f":1,"c":"1+0im"}'
#! value y! 7.5
#! tangent y! -0.75
#! run proj --set 'cam={"f":2,"c":"1+0.5im"}' --set z=2+2im --set 'ps=[{"f":2,"c":"1+0.5im"},{"f":2,"c":"1+0.5im"}]' --tangent z=1+1im --tangent 'ps=[{"f":1,"c":"1+0.5im"},{"f":0,"c":"0+1im"}]'
#! tangent y! 12.5
#! run convolve --set o!=[0,0] --set A=[[1,2,3,4],[5,6,7,8]] --set k=[0.5,-1] --set b=0.3
#! value o! [-4.6, -6.6]
#! check convolve --set o!=[0,0] --set A=[[1,2,3,4],[5,6,7,8]] --set k=[0.5,-1] --set b=0.3
