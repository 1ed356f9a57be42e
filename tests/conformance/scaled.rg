# A struct with a Log beside a Fixed, and powers of Log as arguments.
struct Scaled{T}
    mantissa::T
    scale::Log
end
@i function mul!(s!::Scaled, a::Fixed, l::Log)
    s!.mantissa += a
    s!.scale *= l * a
end
@i function f(y!::Fixed, a::Fixed, l!::Log)
    s ← Scaled(0.0, one(Log))
    mul!(s, a, l!)
    mul!(s, a ^ 2, l! ^ 2)
    y! += s.mantissa + convert(s.scale)
    l! *= s.mantissa
    (~mul!)(s, a ^ 2, l! / l!)
    mul!(s, a ^ 2, l! / l!)
    l! /= s.mantissa
    ~mul!(s, a ^ 2, l! ^ 2)
    ~mul!(s, a, l!)
    s → Scaled(0.0, one(Log))
end

#! run f --set a=1.5 --set l!=2.0 --grad y!
#! value y! 30.75
#! gradient a 58.0
#! gradient l! 40.5
#! restored true
#! check f --set a=1.5 --set l!=2.0
