#! run h! --set v!=[1,2,3] --set i=2 --set j=2
@i function h!(v!::Vector{Fixed}, i::Int, j::Int)
    ROT(v![i], v![j], 0.5)
end
