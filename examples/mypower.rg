# The power of a number by logarithmic multiplication (NiLang, listing 16): no stack, no tape.
@i function mypower(out::Fixed, x::Fixed, n::Int)
    if (x != 0, ~)
        @routine begin
            ly ← one(ULogarithmic{Fixed})
            lx ← one(ULogarithmic{Fixed})
            lx *= convert(x)
            for i=1:n
                ly *= x
            end
        end
        out += convert(ly)
        ~@routine
    end
end

#! run --set x=0.4 --set n=3 --grad out
#! value out 0.064
#! gradient x 0.48
#! restored true
#! run --set x=-1.5 --set n=3 --grad out
#! value out -3.375
#! gradient x 6.75
#! run --set x=0 --set n=3
#! value out 0
#! run --set x=0.99 --set n=100 --grad out
#! value out 0.3660323412732292
#! gradient x 36.972963764972647
#! run --set x=0.4 --set n=3 --set out=0.0639999999999645 --backward
#! tolerance 1e-11
#! value out 0
#! check --set x=0.4 --set n=3
#! check --set x=-1.5 --set n=4
