# Constructors: reversible ones, that make a struct of a variable and take it apart again, and ones with fewer arguments.
@i struct Tracked{T}
    g::T
    x::T
    function Tracked{T}(g::T, x::T) where T
        new{T}(g, x)
    end
    @i function Tracked(xx::T) where T
        gg ← zero(xx)
        gg += 1
        xx ← new{T}(gg, xx)
    end
end

struct Wrapped{T}
    x::T
    g::T
end
    Wrapped(x) = Wrapped(x, zero(x))

@i function there_and_back(y!::Fixed, x!::Fixed)
    Tracked(x!)
    y! += x!.x^2 + 3x!.g
    x!.x += 1
    (~Tracked)(x!)
end

@i function of_a_local(y!::Fixed, x::Fixed)
    t ← 0.0
    t += x
    Tracked(t)
    y! += t.x * t.g
    (~Tracked)(t)
    t -= x
end

@i function changed(x!::Fixed)
    Tracked(x!)
    x!.g += 1
    (~Tracked)(x!)
end

@i function wrapped(y!::Fixed)
    w ← Wrapped(0.5)
    w.g += 2
    y! += w.x + w.g
    w.g -= 2
    w → Wrapped(0.5)
end

#! run there_and_back --set x!=3 --grad y!
#! value y! 12
#! value x! 4
#! gradient x! 6
#! restored true
#! check there_and_back --set x!=3
#! run of_a_local --set x=3 --grad y!
#! value y! 3
#! gradient x 1
#! restored true
#! run changed --set x!=3
#! status 1
#! trap R0814
#! run wrapped
#! value y! 2.5
