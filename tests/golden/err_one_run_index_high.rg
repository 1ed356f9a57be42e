#! run --set v=[1,2,3] --set i=4
@i function f(y!::Fixed, v::Vector{Fixed}, i::Int)
    y! += v[i]
end
