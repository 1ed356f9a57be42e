# Routines of the library that take functions by name, and as structs.
using NiLang
struct Cube
    scale::Fixed
end
@i function i_map(y!, f::Cube, x)
    y! += f.scale * x^3
end
@i function add!(x, y)
    x += y
end
square(x) = x * x
@i function sums(out!::Fixed, v::Vector{Fixed}, c::Cube)
    i_sum(out!, exp, v)
    i_sum(out!, square, v)
    i_sum(out!, c, v)
    i_mapfoldl(sin, add!, out!, v)
end
@i function odd(out!::Int, v::Vector{Int})
    @routine begin
        s ← stack(Int, 8)
        i_filter!(isodd, s, v)
    end
    for x in s
        out! += x
    end
    ~@routine
end

#! run sums --set v=[0.5,1] --set 'c={"scale":2}' --grad out!
#! value out! 9.187899622571
#! gradient v [5.026303832591, 11.258584134327]
#! check sums --set v=[0.5,1] --set 'c={"scale":2}'
#! run odd --set v=[1,2,3,4,7]
#! value out! 11
#! run odd --set v=[1,2,3,4,7] --backward
#! value out! -11
