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
