@i function matrix(y!::Fixed, x::Vector{Fixed})
    z ← [x[i] * x[j] for i = 1:2, j = 1:2]
end

@i function pattern(y!::Fixed, x::Vector{Fixed})
    y! += sum(a for (a, b) in x)
end

@i function number(y!::Fixed, x::Vector{Fixed})
    y! += sum(a for 3 in x)
end

@i function without(y!::Fixed, x::Vector{Fixed})
    y! += sum(x[i] for i 1:3)
end
