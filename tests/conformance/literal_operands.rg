# Arrays written out in expressions, slices without a dot, tuples of vectors, and parts made of several variables.
@i function literal!(z!, x)
    z! .+= [x, 2.0, x * x]
end

@i function add!(a!, b)
    a! += b
end

@i function literals(z!::Vector{Fixed}, x::Fixed)
    literal!(z!, x)
    ~(~(z! .+= [1.0, 2.0, 3.0]))
end

@i function slices(x!::Vector{Fixed}, y::Vector{Fixed})
    (x! |> subarray(1:2)) += y
    (x! |> subarray(3)) += (y |> subarray(1))
    x![2:3] -= y[1:2]
    value.(x!) .+= 1
end

@i function of_vectors(t!::Tuple{Vector{Fixed}, Vector{Fixed}})
    add!.(t!...)
    (t!.:2) .+= (t! |> tget(1))
end

@i function parts!(x!::Fixed, y!::Fixed, a::Fixed, b::Fixed)
    PlusEq(sin)(Complex{}(x!, y!), Complex{}(a, sin(b)))
end

@i function nested(x::Tuple{<:Tuple, <:Real})
    nested(x.:1)
    (x.:1).:1 += x.:2
end
@i function nested(x::Tuple{<:Real, <:Real})
    x.:1 += x.:2
end
@i function tuples(data::Tuple{Int, Int, Int})
    nested(((data.:1, data.:2), data.:3))
end
@i function sizes(n!::Int, v::Vector{<:Real})
    n! += length(v)
end
@i function of_ints(n!::Int, v::Vector{Int})
    sizes(n!, v)
end

#! run literals --set z!=[0,0,0] --set x=3
#! value z! [4,4,12]
#! check literals --set z!=[0,0,0] --set x=1.5
#! run slices --set x!=[1,1,1] --set y=[5,7]
#! value x! [7,4,0]
#! check slices --set x!=[1,1,1] --set y=[5,7]
#! run of_vectors --set t!=[[1,2],[3,4]]
#! value t! [[4,6],[7,10]]
#! run parts! --set x!=1 --set y!=2 --set a=3 --set b=4 --grad x!
#! value x! 1.1834993468368
#! value y! 2.8228252373947
#! gradient a -1.28729426
#! restored true
#! check parts! --set x!=1 --set y!=2 --set a=0.5 --set b=0.25
#! run tuples --set data=[1,2,3]
#! value data [6,2,3]
#! run of_ints --set v=[1,2,3]
#! value n! 3
