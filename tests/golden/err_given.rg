twice(n::Int) = 2n
scaled(x; k=2) = x * k
function largest(v)
    m = v[1]
    for x in v
        m = max(m, sqrt(x))
    end
    return m
end

@i function add!(y!, x; k=2, s=1)
    y! += x * k + s
end

@i function main(y!::Fixed, x::Fixed, z::Complex{Fixed}, v::Vector{Bool})
    y! += twice(x)
    y! += twice(real(z) + 0.5)
    y! += twice(z)
    y! += twice(2.5)
    y! += scaled(x, 3)
    add!(y!, x, 3)
    add!(y!, x, x + 1, 2)
    y! += largest(v)
end
@i function filtered!(y!::Vector{Fixed}, x::Vector{Fixed}; a=(0.5, -0.2))
    y!.+= a[1] .* x
end
