# Structs as vectors: sums, differences, multiples and quotients part by part.
struct Pair{T}
    a::T
    b::T
end

struct Line{T}
    from::Pair{T}
    to::Pair{T}
end

@i function combine(y!::Pair{Fixed}, p::Pair{Fixed}, q::Pair{Fixed}, k::Fixed)
    y! += (p - q) * k + 2 * p / 4 - (-q)
end

@i function nested(y!::Line{Fixed}, s::Line{Fixed}, k::Fixed)
    y! -= k * s - s / k
end

@i function whole(y!::Pair{Int}, p::Pair{Int})
    y! += 3 * p - p * 5
end

#! run combine --set p='{"a":3,"b":-1}' --set q='{"a":0.5,"b":2}' --set k=2 --grad y!.b
#! value y! {"a": 7, "b": -4.5}
#! gradient p {"a": 0, "b": 2.5}
#! gradient q {"a": 0, "b": -1}
#! gradient k -3
#! restored true
#! run nested --set s='{"from":{"a":1,"b":2},"to":{"a":-3,"b":0.5}}' --set k=4 --grad y!.to.a
#! value y! {"from": {"a": -3.75, "b": -7.5}, "to": {"a": 11.25, "b": -1.875}}
#! gradient s {"from": {"a": 0, "b": 0}, "to": {"a": -3.75, "b": 0}}
#! gradient k 3.1875
#! restored true
#! run whole --set p='{"a":1,"b":-7}'
#! value y! {"a": -2, "b": 14}

# An array in a struct: in matrices of derivatives its index stands behind it.
struct Model
    scale::Fixed
    w::Vector{Fixed}
    z::Vector{Complex{Fixed}}
end

@i function modelled(y!::Fixed, m::Model)
    y! += m.scale * m.w[2] + m.w[1] * m.z[1].im
end

#! run modelled --set 'm={"scale":2,"w":[3,5],"z":["1+7im"]}' --hessian y!
#! value y! 31
#! hessian y!,m.scale,m.w[1],m.w[2],m.z[1].re,m.z[1].im [[0,0,0,0,0,0],[0,0,0,1,0,0],[0,0,0,0,0,1],[0,1,0,0,0,0],[0,0,0,0,0,0],[0,0,1,0,0,0]]
