# Variable numbers of arguments, tuples taken apart into arguments, keyword defaults made of other parameters.
@i function sumall(y!, args...)
    for i=1:length(args)
       y! += args[i]
    end
end
@i function sumall(y!, a)
    y! += 1000 + a
end
@i function scale!(k::Fixed, vs::Vector{Fixed}...)
    for i = 1:length(vs)
        for j = 1:length(vs[i])
            vs[i][j] += k * i
        end
    end
end
@i function f(y!::Fixed, a::Fixed, b::Fixed, v!::Vector{Fixed}, w!::Vector{Fixed})
    sumall(y!, a, b)
    sumall(y!, a, b, 2.0*a)
    sumall(y!)
    sumall(y!, b)
    t ← (1.0, 2.0, 3.0)
    sumall(y!, t...)
    sumall(y!, a, (b, 1.0)...)
    t → (1.0, 2.0, 3.0)
    scale!(a, v!, w!)
end
@i function g(y!::Fixed, t::Tuple{Fixed, Fixed})
    sumall(y!, t...)
end

@i function weighted(y!, x; n = length(x), w::Fixed = 1.5, twice = 2w)
    for i = 1:n
        y! += w * x[i] + twice
    end
end
@i function keywords(y!::Fixed, x::Vector{Fixed}, c::Fixed)
    weighted(y!, x)
    weighted(y!, x; n = 2)
    weighted(y!, x[2:3]; w = c)
    weighted(y!, x; n = 1, twice = 0.0)
end
@i function entry(y!::Fixed, x::Fixed; k = 2x)
    y! += k * x
end

#! run f --set a=1 --set b=10 --set v!=[0,0] --set w!=[1]
#! value y! 1052
#! value v! [1, 1]
#! value w! [3]
#! check f --set a=1 --set b=10 --set v!=[0,0] --set w!=[1]
#! check g --set t=[1,2]
#! run keywords --set x=[1,2,3] --set c=10 --grad y!
#! value y! 120
#! gradient c 9
#! gradient x [4.5, 13, 11.5]
#! restored true
#! check keywords --set x=[1,2,3] --set c=10
#! run entry --set x=2 --set k=3
#! value y! 6
#! run entry --set x=2
#! status 2
#! says R0928

@i function spread(y!, args...; n = length(args), scale = 1 / n)
    for i = 1:length(args)
        y! += args[i] * scale
    end
end
@i function means(y!::Fixed, a::Fixed, b::Fixed, c::Fixed)
    spread(y!, a, b, c)
    spread(y!, a, b; scale = 2.0)
end
#! run means --set a=1 --set b=2 --set c=6
#! value y! 9
#! check means --set a=1 --set b=2 --set c=6
