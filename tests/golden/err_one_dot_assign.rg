@i function f(y!::Vector{Fixed}, x::Vector{Fixed})
    y! .= x
end
