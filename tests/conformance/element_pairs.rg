# Two elements of one array as arguments of a call: where the indices are not known the machine compares them.
struct B
    x::Fixed
    z::Complex{Fixed}
end
@i function g(a!::B, b!::B)
    a!.x += b!.x
end
@i function f(v!::Vector{B}, i::Int, j::Int)
    g(v![i], v![j])
end
@i function h!(a!, b!)
    a! += b!
end
@i function m(A!::Matrix{Fixed}, i::Int, j::Int, k::Int)
    h!(A![i, k], A![j, k])
    h!(A![1, 1], A![2, 2])
end
@i function m2(A!::Matrix{Fixed}, i::Int, j::Int)
    h!(A![i, j], A![j, i])
end
@i function p(v!::Vector{B}, i::Int, j::Int)
    h!(v![i].x, v!.x[j])
    h!(v![i].z.re, v![j].z.im)
end
@i function q(v!::Vector{Fixed}, i::Int)
    h!(v![i], v![end])
end
@i function k!(a!, b!)
    a! += b!
    b! += 1.0
end
"Without the check an element that is passed twice is 0 the second time, and must be 0 again."
@i function unchecked(v!::Vector{Fixed}, i::Int)
    @invcheckoff h!(v![1], v![mod(i, 2) + 1])
end
@i function left_over(v!::Vector{Fixed}, i::Int)
    @invcheckoff k!(v![1],
                    v![mod(i, 2) + 1])
end

#! run f --set 'v!=[{"x":1,"z":"1"},{"x":2,"z":"2"}]' --set i=1 --set j=1
#! status 1
#! trap R0815
#! run f --set 'v!=[{"x":1,"z":"1"},{"x":2,"z":"2"}]' --set i=2 --set j=2 --backward
#! status 1
#! trap R0815
#! run f --set 'v!=[{"x":1,"z":"1"},{"x":2,"z":"2"}]' --set i=1 --set j=2
#! value v! [{"x": 3, "z": {"re": 1, "im": 0}}, {"x": 2, "z": {"re": 2, "im": 0}}]
#! run m --set A!=[[1,2],[3,4]] --set i=1 --set j=1 --set k=2
#! status 1
#! trap R0815
#! run m --set A!=[[1,2],[3,4]] --set i=1 --set j=2 --set k=2
#! value A! [[5, 6], [3, 4]]
#! run m2 --set A!=[[1,2],[3,4]] --set i=1 --set j=2
#! value A! [[1, 5], [3, 4]]
#! run m2 --set A!=[[1,2],[3,4]] --set i=2 --set j=2
#! status 1
#! trap R0815
#! run p --set 'v!=[{"x":1,"z":"1"},{"x":2,"z":"2"}]' --set i=1 --set j=1
#! status 1
#! trap R0815
#! run q --set v!=[1,2] --set i=2
#! status 1
#! trap R0815
#! run q --set v!=[1,2] --set i=1 --grad v![1]
#! value v! [3, 2]
#! gradient v! [1, 1]
#! restored true
#! run unchecked --set v!=[1,2] --set i=1
#! value v! [3, 2]
#! run unchecked --set v!=[1,2] --set i=2
#! value v! [1, 2]
#! run left_over --set v!=[1,2] --set i=2
#! status 1
#! trap R0814
#! run left_over --set v!=[1,2] --set i=1
#! value v! [3, 3]
