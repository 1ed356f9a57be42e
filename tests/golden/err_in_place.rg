# Updates of an Int by functions of itself that are no bijections.
@i function products(x::Int, c::Int, z::Fixed)
    x *= 6
    x *= 0
    x += 3x
    x += x
    x -= x
    x *= 1.5
    x *= z
    x += x * x
    x /= 4
end

@i function bits(x::Int, c::Int)
    x ⊻= x
    x ⊻= x & 7
    x ⊻= x << 0
    x ⊻= (x << 13) ⊻ (x >>> 7)
    x ⊻= ((x << 13) & c) ⊻ ((x << 2) & 5)
    x ⊻= x << x
    x ⊻= x * 2
end

@i function others(z::Fixed, b::Bool, v::Vector{Int})
    z += 2z
    z *= 3
    b ⊻= b
    v .+= 3 .* v
end
