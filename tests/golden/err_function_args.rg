@i function applied(f, x)
    x += f(1.0)
end
@i function one(x)
    x += 1
end
@i function of_value(f, y, x)
    y += f(x)
end
@i function scaled(out, x; scale)
    out += scale * x
end
@i function functions(y::Fixed, x::Fixed, v::Vector{Fixed})
    applied(2.0, x)
    one(exp, x)
    one(exp)
    of_value(one, y, x)
    of_value(nosuch, y, x)
    y += v(1)
end
@i function keywords(y::Fixed, x::Fixed)
    scaled(y, x)
    scaled(y, x; scal=2)
end
@i function stacks(s::Stack{Fixed}, x::Fixed, l::Log)
    PUSH!(s, 2x)
    s[end+1] ↔ x
    l *= -l
end
