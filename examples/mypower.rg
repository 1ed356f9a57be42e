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
