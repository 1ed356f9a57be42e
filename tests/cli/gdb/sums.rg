@i function sums(y!::Fixed, x::Vector{Fixed})
    t ← 0.0
    for i = 1:length(x)
        t += x[i]^2
        y! += t * x[i]
    end
    for i = 1:length(x)
        t -= x[i]^2
    end
    t → 0.0
end
