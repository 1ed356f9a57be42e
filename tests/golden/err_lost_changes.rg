@i function add!(a!::Fixed, x::Fixed)
    a! += x
end
@i function back!(y!::Fixed, x::Fixed)
    x += 1
    y! += x
    x -= 1
    add!(x, y!)
    ~add!(x, y!)
end
@i function through!(y!::Fixed, n::Fixed)
    add!(n, y!)
end
@i function f(y!::Fixed, n::Int, v::Vector{Int})
    back!(y!, n)
    back!(y!, 3)
    add!(n, y!)
    add!(v[1], y!)
    through!(y!, n)
    through!(y!, 2)
    add!(y! + 1, y!)
end
