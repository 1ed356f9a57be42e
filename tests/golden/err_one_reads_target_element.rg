@i function f(v!::Vector{Fixed}, i::Int)
    v![i] += 2 * v![i]
end
