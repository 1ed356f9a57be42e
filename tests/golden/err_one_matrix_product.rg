@i function f(y!::Fixed, A::Matrix{Fixed}, x::Vector{Fixed})
    y! += A * x
end
