@i function f(y!::Fixed, v::Vector{Fixed})
    y! += v[0]
end
