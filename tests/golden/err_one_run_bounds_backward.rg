#! run shift --set x!=[1,2,3] --set k=70000 --backward
@i function shift(x!::Vector{Fixed}, k::Int)
    x![k] += 1.5
    x![k] += x![1] * 2
end
