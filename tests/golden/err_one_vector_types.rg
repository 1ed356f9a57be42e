@i function f(y!::Vector{Fixed,3})
    y![1] += 1
end
