@i function f(y!::Fixed, x::Vector{Fixed})
    y! += grad(x)[1]
end
