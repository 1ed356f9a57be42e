@i function texts(y!::Fixed, s::String, c::Symbol, t::NamedTuple)
    y! += 1
end
@i function nested(y!::Fixed, x::Vector{Matrix{Fixed}})
    y! += x[1][1, 1]
end
@i function inside(y!::Fixed)
    t ← ([4.0],)
    y! += t.:1[1]
    t → ([4.0],)
end
