@i function main(y!::Fixed, v::Vector{Fixed})
    s ← stack(Vector{Fixed}, 4)
    y! += v[1]
end
