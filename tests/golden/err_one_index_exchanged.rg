@i function f(v!::Vector{Int}, i!::Int)
    v![i!] ↔ i!
end
