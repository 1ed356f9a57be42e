# Routines that call each other, with every convention: the one that is made first calls one that is not made yet.
@i function even!(y!, x, n::Int)
    if (n > 0, ~)
        @routine begin
            t ← 0.0
            odd!(t, x, n - 1)
        end
        y! += t * x
        ~@routine
    else
        y! += 1.0
    end
end

@i function odd!(y!, x, n::Int)
    if (n > 0, ~)
        @routine begin
            t ← 0.0
            even!(t, x, n - 1)
        end
        y! += t + x
        ~@routine
    else
        y! += x ^ 2
    end
end

@i function alternating(y!::Fixed, x::Fixed, n::Int)
    even!(y!, x, n)
end

#! run alternating --set x=1.25 --set n=5 --grad y!
#! value y! 6.5673828125
#! gradient x 19.39453125
#! restored true
#! run alternating --set x=1.25 --set n=5 --grad y! -O0
#! value y! 6.5673828125
#! gradient x 19.39453125
#! restored true
#! run alternating --set x=1.25 --set n=5 --no-pass=places --no-pass=inline
#! value y! 6.5673828125
#! run alternating --set x=1.25 --set n=5 --no-pass=saves --no-pass=inline
#! value y! 6.5673828125
#! check alternating --set x=1.25 --set n=4
