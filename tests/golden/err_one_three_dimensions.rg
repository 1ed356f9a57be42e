@i function f(y!::Array{Fixed, 3})
    y![1, 1, 1] += 1
end
