@i function f(y!::Vector{Fixed}, x::Vector{Fixed})
    y! .+= reshape(x, 1, 3)
end
