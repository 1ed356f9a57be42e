@i function f(v!::Vector{Fixed})
    SWAP(v![1], v![1])
end
