# Rotations by an axis: structs of three numbers times numbers, as values and ancillas.
struct Vec3{T}
    x::T
    y::T
    z::T
end
@i function cross!(o!::Vec3, a::Vec3, b::Vec3)
    o!.x += a.y * b.z - a.z * b.y
    o!.y += a.z * b.x - a.x * b.z
    o!.z += a.x * b.y - a.y * b.x
end
@i function dot3!(o!, a::Vec3, b::Vec3)
    o! += a.x * b.x + a.y * b.y + a.z * b.z
end
@i function rodrigues!(o!::Vec3, r::Vec3, p::Vec3)
    @routine begin
        t ← 0.0
        t += sqrt(r.x ^ 2 + r.y ^ 2 + r.z ^ 2)
        k ← Vec3(0.0, 0.0, 0.0)
        k += r / t
        c ← Vec3(0.0, 0.0, 0.0)
        cross!(c, k, p)
        d ← 0.0
        dot3!(d, k, p)
    end
    o! += p * cos(t)
    o! += c * sin(t)
    o! += k * (d * (1 - cos(t)))
    ~@routine
end
@i function project(e!::Fixed, r::Vec3{Fixed}, p::Vec3{Fixed}, f::Fixed)
    @routine begin
        q ← Vec3(0.0, 0.0, 5.0)
        rodrigues!(q, r, p)
    end
    e! += (f * q.x / q.z) ^ 2 + (f * q.y / q.z) ^ 2
    ~@routine
end

#! run project --set 'r={"x": 0.3, "y": -0.2, "z": 0.5}' --set 'p={"x": 1.0, "y": 2.0, "z": -0.5}' --set f=1.5 --grad e!
#! value e! 0.42194154103436
#! gradient r {"x": -0.44249674835941, "y": 0.10097351872285, "z": 0.035908526452926}
#! gradient p {"x": 0.11011693154459, "y": 0.27844115714422, "z": -0.27108872347442}
#! gradient f 0.56258872137915
#! restored true
#! check project --set 'r={"x": 0.3, "y": -0.2, "z": 0.5}' --set 'p={"x": 1.0, "y": 2.0, "z": -0.5}' --set f=1.5
