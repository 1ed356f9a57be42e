# Dual numbers by instructions of the program.
struct Dual{T}
    x::T
    d::T
end
@i function (:+=)(mul)(y!::Dual, a::Dual, b::Dual)
    y!.x += a.x * b.x
    y!.d += a.x * b.d + a.d * b.x
end
@i function (:+=)(sine)(y!::Dual, a::Dual)
    y!.x += sin(a.x)
    y!.d += cos(a.x) * a.d
end
@i function f(y!::Fixed, x::Fixed)
    @routine begin
        v ← Dual(0.0, 1.0)
        v.x += x
        w ← Dual(0.0, 0.0)
        w += mul(v, v)
        u ← Dual(0.0, 0.0)
        u += sine(w)
        u -= mul(w, v)
    end
    y! += u.d
    ~@routine
end

#! run f --set x=0.75 --grad y!
#! value y! -0.4186132511534
#! gradient x -4.0080820169939
#! restored true
#! check f --set x=0.75
