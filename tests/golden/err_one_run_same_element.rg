#! run --set v!=[1,2,3] --set i=2 --set j=2
@i function f(v!::Vector{Fixed}, i::Int, j::Int)
    v![i] += v![j] * 2
end
