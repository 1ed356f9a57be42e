# Instructions of the accumulator used wrongly.
@i function wrong(x!::Fixed, n!::Int, m!::Int, v::Vector{Fixed}, k::Vector{Int})
    MULDIV(x!, x!, 3)
    MULDIV(n!, 1, 2)
    MULDIV(x!, 1)
    MULDIV(x!, 1, n!, n!)
    MULDIV(x!, 1, 2, n!, n!)
    MULDIV(x!, 1, 2, x!)
    RNG(x!)
    BANK(n!, n!)
    MAC(x!)
    x! += 1 + accumulator()
    @assert dot(v, v) == 1.0
    x! += dot(k, v)
    x! += dot(v, x!)
    x! += uniform(v[1])
    MULDIW(x!, 1, 2)
end
