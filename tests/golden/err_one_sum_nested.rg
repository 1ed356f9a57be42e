@i function f(y!::Fixed, x::Vector{Fixed})
    y! += 2 * sum(x .^ 2)
end
