#! run f --set v!=[1,2] --set i=1 --set j=1
@i function add!(a!, b)
    a! += b
end
@i function f(v!::Vector{Fixed}, i::Int, j::Int)
    add!(v![i], v![j])
end
