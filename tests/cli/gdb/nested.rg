@i function g(z!::Fixed, x::Fixed)
    t ← 0.0
    t += x * x
    z! += t * x
    t -= x * x
    t → 0.0
end

@i function f(y!::Fixed, x::Vector{Fixed}, n::Int)
    for i = 1:length(x)
        g(y!, x[i])
    end
    y! += 1.0
    ~g(y!, x[1])
end
