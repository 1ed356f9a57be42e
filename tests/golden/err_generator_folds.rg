# Generators that are refused in routines.
@i function folds(y!::Fixed, x::Vector{Fixed})
    y! += maximum(x[i] * x[j] for i = 1:2, j = 1:2)
    y! += minimum(v for v in x if v > 0)
    y! += sum(q[i] for i = 1:2)
end

@i function arrays(y!::Fixed, x::Vector{Fixed})
    z ← [v for v in x if v > 0]
    y! += 1
end
