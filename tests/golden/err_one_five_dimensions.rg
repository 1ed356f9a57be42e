@i function f(y!::Array{Fixed, 5})
    y![1, 1, 1] += 1
end
