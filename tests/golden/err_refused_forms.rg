struct AddX{T}
    x::T
end
@i function (f::AddX)(y!)
    y! += f.x
end
@i function named(y!::Fixed, t::NamedTuple{(:a, :b)})
    y! += t.a
end
