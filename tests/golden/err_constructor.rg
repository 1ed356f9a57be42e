struct Point{T}
    x::T
    function Point(a::T) where T
        b = 2a
        new{T}(b)
    end
end

struct Pair{T}
    a::T
    b::T
    @i function Pair(x::T) where T
        x += 1
    end
    @i function Pair(x::T) where T
        y ← zero(T)
        z ← new{T}(x, y)
    end
    Pair(x) = new(x, 2x)
end

@i function f(x!::Fixed)
    Pair(x!, 1)
end
