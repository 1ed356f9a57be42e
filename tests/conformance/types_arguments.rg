# Compound arguments of entry routines, and entry routines whose types come from the arguments.
struct Point{T}
    x::T
    y::T
end

struct Body
    at::Point{Fixed}
    tags::Vector{Int}
    on::Bool
end

@i function mixed(b!::Body, p::Point{Fixed}, t!::Tuple{Fixed, Int}, v!::Vector{Complex{Fixed}}, m::Matrix{Point{Fixed}}, z!::Complex)
    b!.at += p
    t!.:1 += p.x * m[1, 2].y
    t!.:2 += b!.tags[end]
    v![1] += z! * 2im
    b!.on ⊻= true
    z! += abs2(v![2])
end

# Types of y!, x and n come from the host.
@i function scaled(y!::T, x::T, n) where T<:Number
    y! += x * n
end

@i function reduced(y!, v::AbstractArray{T}) where T
    for i = 1:length(v)
        y! += v[i] * i
    end
end

# The host's arguments choose between routines of one name.
@i function which(k!::Int, x::Complex)
    k! += 1
end

@i function which(k!::Int, x::Fixed)
    k! += 2
end

@i function which(k!::Int, x::AbstractVector)
    k! += 3
end

@i function printed(z::Complex{Fixed}, p::Point{Int})
    @safe println("z = ", z, ", p = ", p, ", t = ", (1, true))
end

#! run mixed --set 'b!={"at":{"x":1,"y":2},"tags":[1,2,3],"on":false}' --set 'p={"x":0.5,"y":1.5}' --set 't!=[1,2]' --set 'v!=["1+2im",{"re":1,"im":-1},3]' --set 'm=[[{"x":1,"y":2},{"x":3,"y":4}]]' --set z!=-im --grad z!.re
#! value b! {"at": {"x": 1.5, "y": 3.5}, "tags": [1, 2, 3], "on": true}
#! value p {"x": 0.5, "y": 1.5}
#! value t! [3, 5]
#! value v! [{"re": 3, "im": 2}, {"re": 1, "im": -1}, {"re": 3, "im": 0}]
#! value z! {"re": 2, "im": -1}
#! gradient v! [{"re": 0, "im": 0}, {"re": 2, "im": -2}, {"re": 0, "im": 0}]
#! gradient z! {"re": 1, "im": 0}
#! gradient t! [0, null]
#! restored true
#! run mixed --set 'p={"x":1}'
#! status 2
#! says no value for its part `y`
#! run mixed --set 'p={"x":1,"y":2,"w":3}'
#! status 2
#! says it has no part `w`
#! run mixed --set p=3
#! status 2
#! says it is a struct
#! run scaled --set y!=0.5 --set x=2.5 --set n=3 --grad y!
#! value y! 8
#! gradient x 3
#! run scaled --set x=3 --set n=2
#! value y! 6
#! run scaled --set y!=1 --set x=2+3im --set n=3 --grad y!.im
#! value y! {"re": 7, "im": 9}
#! gradient x {"re": 0, "im": 3}
#! restored true
#! run scaled --set y!=1 --set x=2-1e-1im --set n=-im
#! value y! {"re": 0.9, "im": -2}
#! run scaled --set x=[1,2] --set n=1
#! status 2
#! says R0908
#! run reduced --set y!=0.0 --set v=[0.5,1,2] --grad y!
#! value y! 8.5
#! gradient v [1, 2, 3]
#! run reduced --set y!=0im --set 'v=["1+2im",3]'
#! value y! {"re": 7, "im": 2}
#! run which --set x=1im
#! value k! 1
#! run which --set x=1.5
#! value k! 2
#! run which --set x=[1,2]
#! value k! 3
#! run printed --set z=1.5-2im --set 'p={"x":1,"y":-2}'
#! output "z = 1.5 + -2.0im, p = Point(1, -2), t = (1, true)\n"
