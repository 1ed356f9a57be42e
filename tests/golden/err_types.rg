@i function g(a!::Int)
    a! += 1
end
@i function h(a!::T, b::T) where T
    a! += b
end
@i function main(y!::Fixed, x::Fixed, A::Matrix{Fixed}, n!::Int, l!::Log; atol=1e-3)
    n! += x
    n! += 3/2
    SWAP(y!, y!)
    ROT(y!, x, y!)
    ~@routine
    w += 1
    y! += 1e30
    y! += "text"
    x.re += 1
    y! += x.re
    y! += 1 + 2im
    atol += 1
    g(x)
    g(n!; k=1)
    h(y!, n!)
    h(n!, y!)
    h(y!, 1)
    l! += 1
    l! *= 0
    y! += l!
    y! += convert(l!)
    l! *= convert(y!) * l!
    y! += n! & 2.0
end
