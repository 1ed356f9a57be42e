struct Point{T}
    x::T
    y::T
end

@i function f(p!::Point{Fixed}, z!::Complex{Fixed})
    s ← stack(Point{Fixed}, 3)
    PUSH!(s, z!)
    s → stack(Point{Fixed}, 3)
    p!.x += 1
end
