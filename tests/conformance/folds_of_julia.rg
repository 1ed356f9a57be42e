# Reductions as Julia spells them: count, any and all of conditions, folds of ranges, and of what is reversed or written out.
@i function counts(y!::Int, x::Vector{Fixed}, b::Vector{Bool}, A::Matrix{Fixed})
    y! += count(x .> 1) + 10 * count((x .> 1) .& (x .< 3)) + 100 * count(b)
    if any(x .> 3)
        y! += 1000
    end
    if all(x .> 1)
        y! += 1000000
    end
    if all(A .> 0) && any(A[:, 2] .== 4)
        y! += 10000
    end
    y! += any(isodd.([2, 4])) ? 1000000 : 0
end

@i function ranges(y!::Int, n::Int)
    y! += sum(1:n) + prod(1:n) + maximum(1:n) + minimum(2:n)
    y! += sum(1:2:n) + sum(reverse(1:n)) + sum(collect(1:n)) + sum(n:1)
    y! += 2 * sum(i -> i^2, 1:n) + sum(abs2, 1:n)
end

@i function reversed(y!::Vector{Fixed}, s!::Fixed, x::Vector{Fixed})
    y! .+= reverse(x)
    y![1:2] .+= 10 .* reverse(x[2:3])
    s! += dot(x, reverse(x))
    for (i, v) in enumerate(reverse(x))
        s! += 100 * v * i
    end
end

@i function written(y!::Complex{Fixed}, z::Complex{Fixed})
    y! += prod([z, z]) + sum([z, 2z])
end

#! run counts --set x=[1,2,3.5] --set b=[true,false,true] --set A=[[1,2],[3,4]]
#! value y! 11212
#! run ranges --set n=4
#! value y! 154
#! run reversed --set y!=[0,0,0] --set x=[1,2,4] --grad s!
#! value y! [44,22,1]
#! value s! 1112
#! gradient x [308,204,102]
#! check reversed --set y!=[0,0,0] --set x=[1,2,4]
#! run written --set z=1+2im --grad y!.re
#! value y! {"re":0,"im":10}
