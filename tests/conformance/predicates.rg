# Conditions with names: in conditions of routines, as arguments, and in @fn with foldl and filter.
positive(x) = x > 0
between(x, a, b) = x >= a && x <= b
outside(x, a, b) = !between(x, a, b)
small(k::Int) = k < 3 || iseven(k)

@i function chosen!(y!::Fixed, k!::Int, v::Vector{Fixed}, c::Fixed)
    for i = 1:length(v)
        if (positive(v[i]) && outside(v[i], c, 2c), ~)
            y! += v[i]^2
        elseif (small(i), ~)
            k! += 1
        end
    end
    while (small(k!), k! > 2)
        k! += 1
    end
end

@i function count!(k!, f, v)
    for i = 1:length(v)
        if (f(v[i]), ~)
            k! += 1
        end
    end
end

@i function counted!(k!::Int, v::Vector{Fixed}, c::Fixed)
    count!(k!, positive, v)
    count!(k!, x -> between(x, 0, c), v)
    count!(k!, x -> !positive(x), v)
    count!(k!, x -> x < c, v)
end

@fn positive_squares(v::Vector{Real}) = sum(filter(positive, map(x -> x^2 - 1, v)))
@fn far(v::Vector{Real}, c) = foldl((s, x) -> s + exp(x), 0, filter(x -> outside(x, -c, c), v))
@fn clipped(v::Vector{Real}, c) = foldl(+, 0, map(x -> between(x, -c, c) ? x^2 : c * x, v))

#! run chosen! --set v=[0.5,-1,3,1.5] --set c=1 --grad y!
#! value y! 9.25
#! value k! 3
#! gradient v [1,0,6,0]
#! run counted! --set v=[0.5,-1,3,1.5] --set c=1
#! value k! 7
#! check counted! --set v=[0.5,-1,3,1.5] --set c=1
#! run positive_squares --set v=[0.5,-1.5,3,1] --grad out!
#! value out! 9.25
#! gradient v [0,-3,6,0]
#! run clipped --set v=[0.5,-2,3] --set c=1 --grad out!
#! value out! 1.25
#! gradient v [1,1,1]
#! check far --set v=[0.5,-2,3] --set c=1
