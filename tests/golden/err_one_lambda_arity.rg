@i function f(y!::Fixed, v::Vector{Fixed})
    y! += sum((a, b) -> a * b, v)
end
