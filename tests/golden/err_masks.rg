# What Julia's users write next: masks, products of parentheses, and functions that are not here.
function positive(v::Vector{Fixed})
    return sum(v[v .> 0])
end

f(x) = (x + 1)(x - 1)

g(v::Vector{Fixed}) = sort(v)[1] + median(v)

@i function main(y!::Fixed, v::Vector{Fixed})
    y! += sum(filter(a -> a > 0, v))
    XOR(y!, 1)
    push!(v, 2.0)
end

@i function masked(y!::Fixed, v::Vector{Fixed})
    y! += 2 v[1]
end

NiLang.AD.gradient(Val(1), main, (0.0, [1.0]))
h = x -> x^2
end
