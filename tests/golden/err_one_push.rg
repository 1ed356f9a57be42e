@i function f!(s!::Vector{Fixed}, x!::Fixed)
    push!(s!, x!)
end
