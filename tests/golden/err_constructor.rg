struct Point{T}
    x::T
    @i function Point(a::T) where T
        a ← new{T}(a)
    end
end
