#! run --set v!=[{"x":1,"y":2},{"x":3,"y":4}] --set i=2 --set j=2
struct Point
    x::Fixed
    y::Fixed
end

@i function f(v!::Vector{Point}, i::Int, j::Int)
    v![i].x ↔ v![j].x
end
