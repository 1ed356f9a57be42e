# The fields of a part that is exchanged, a tuple spread over arguments, a struct made of variables.
struct Affine{T}
    a::T
    b::T
end
@i function apply!(y!, f::Affine, x)
    y! += f.a * x + f.b
end
@i function f(y!::Fixed, args::Tuple{Affine{Fixed},Fixed}, u!::Fixed, w!::Fixed)
    apply!(y!, args...)
    apply!(y!, Affine{}(u!, w!), args.:2)
    @fields args.:1 ↔ (u!, w!)
    apply!(y!, args...)
    (u!, w!) ↔ @fields args.:1
end

#! run f --set 'args=[{"a": 1.5, "b": -0.5}, 2.0]' --set u!=0.25 --set w!=0.75 --grad y!
#! value y! 5.0
#! gradient args [{"a": 2.0, "b": 1.0}, 2.0]
#! gradient u! 4.0
#! gradient w! 2.0
#! restored true
#! check f --set 'args=[{"a": 1.5, "b": -0.5}, 2.0]' --set u!=0.25 --set w!=0.75
