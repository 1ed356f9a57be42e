# The library Sorting.
using Sorting

@i function sorted(x!::Vector{Fixed}, place!::Vector{Int})
    i_sort!(x!, place!)
end

@i function sorted_int(x!::Vector{Int}, place!::Vector{Int})
    i_sort!(x!, place!)
end

# A weighted sum of the order statistics, x untouched.
@i function order(out!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})
    @routine begin
        y ← zeros(Fixed, length(x))
        place ← zeros(Int, length(x))
        y .+= x
        i_sort!(y, place)
    end
    out! += dot(y, w)
    ~@routine
end

@i function gather(out!::Vector{Fixed}, x::Vector{Fixed}, place::Vector{Int})
    i_gather!(out!, x, place)
end

@i function ascending(largest!::Fixed, count!::Int, place!::Int, x::Vector{Fixed})
    @routine begin
        xs ← stack(Fixed, length(x))
        inds ← stack(Int, length(x))
        i_ascending!(xs, inds, x)
    end
    largest! += xs[end]
    count! += length(xs)
    place! += inds[end]
    ~@routine
end

@i function filtered(squares!::Fixed, count!::Int, keep::Vector{Bool}, x::Vector{Fixed})
    @routine begin
        s ← stack(Fixed, length(x))
        i_filter!(s, keep, x)
    end
    for v in s
        squares! += v^2
    end
    count! += length(s)
    ~@routine
end

struct Above
    limit::Fixed
end

@i function i_keep(keep!::Bool, f::Above, x::Fixed)
    keep! ⊻= x > f.limit
end

@i function i_map(y!::Fixed, f::Above, x::Fixed)
    y! += (x - f.limit)^2
end

@i function i_fold(out!::Fixed, f::Above, y::Fixed)
    out! += y
end

@i function folded(out!::Fixed, f::Above, x::Vector{Fixed})
    i_mapfoldl(f, out!, x)
end

@i function kept(out!::Fixed, f::Above, x::Vector{Fixed})
    @routine begin
        s ← stack(Fixed, length(x))
        i_filter!(f, s, x)
    end
    for v in s
        out! += v^2
    end
    ~@routine
end

#! run folded --set x=[1,2,3] --set 'f={"limit":1.5}' --grad out!
#! value out! 2.75
#! gradient x [-1,1,3]
#! gradient f {"limit": -3}
#! restored true
#! run kept --set x=[1,2,3] --set 'f={"limit":1.5}' --grad out!
#! value out! 13
#! gradient x [0,4,6]
#! restored true
#! run sorted --set x!=[3,1,2,1,-5] --set place!=[0,0,0,0,0] --grad x![2]
#! value x! [-5,1,1,2,3]
#! value place! [5,2,4,3,1]
#! gradient x! [0,1,0,0,0]
#! restored true
#! run sorted --set x!=[-5,1,1,2,3] --set place!=[5,2,4,3,1] --backward
#! value x! [3,1,2,1,-5]
#! value place! [0,0,0,0,0]
#! run sorted --set x!=[7] --set place!=[0]
#! value x! [7]
#! value place! [1]
#! run sorted --set x!=[1,2] --set place!=[0]
#! status 1
#! trap R0815
#! run sorted_int --set x!=[8,7,6,5,4,3,2,1] --set place!=[0,0,0,0,0,0,0,0]
#! value x! [1,2,3,4,5,6,7,8]
#! value place! [8,7,6,5,4,3,2,1]
#! run sorted_int --set x!=[1,2,3] --set place!=[0,0,0]
#! value x! [1,2,3]
#! value place! [1,2,3]
#! run order --set x=[3,1,2.5,-5] --set w=[1,10,100,1000] --grad out!
#! value out! 3255
#! gradient x [1000,10,100,1]
#! gradient w [-5,1,2.5,3]
#! restored true
#! run gather --set out!=[0.5,0,0] --set x=[3,1,2] --set place=[2,1,2] --grad out![3]
#! value out! [1.5,3,1]
#! gradient x [0,1,0]
#! restored true
#! run ascending --set x=[3,1,2,4,1,-5,9,9] --grad largest!
#! value largest! 9
#! value count! 3
#! value place! 7
#! gradient x [0,0,0,0,0,0,1,0]
#! restored true
#! run filtered --set keep=[true,false,true] --set x=[3,1,2] --grad squares!
#! value squares! 13
#! value count! 2
#! gradient x [6,0,4]
#! restored true
#! run filtered --set keep=[false] --set x=[3]
#! value squares! 0
#! value count! 0

