# A mask that has a name.
function chosen(v::Vector{Fixed})
    m = v .> 0
    return sum(v[m])
end

g(v::Vector{Fixed}) = sort(v)[1] + median(v)

@i function main(y!::Fixed, n!::Int, v::Vector{Fixed})
    y! += sum(filter(a -> a > 0, v))
    XOR(n!, 1)
    push!(v, 2.0)
end
