#! run f --set v!=[1.0,2.0,3.0] --set i!=2
@i function g(a!, i!)
    a! += 1
    i! += 1
end
@i function f(v!::Vector{Fixed}, i!::Int)
    g(v![i!], i!)
end
