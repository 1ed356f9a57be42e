@i function f(y!::Fixed, x::Vector{Fixed})
    y! += x * x'
end
