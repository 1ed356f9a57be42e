# Dotted updates and calls, loops over elements, exchange of arrays: element by element, with gradients and shape checks.
@i function waves(y!::Vector{Fixed}, x::Vector{Fixed}, a::Fixed)
    y! .+= a .* sin.(x) .* 2
end

@i function bump(y!::Fixed, x::Fixed)
    y! += x^2
end

@i function each_call(y!::Vector{Fixed}, x::Vector{Fixed})
    bump.(y!, x)
end

@i function uncall_each(y!::Vector{Fixed}, x::Vector{Fixed})
    (~bump).(y!, x)
end

@i function plane(A!::Matrix{Fixed}, x::Vector{Fixed}, r::Vector{Fixed})
    A! .+= x .* r'
    A! .-= x
end

@i function flags(b!::Vector{Bool}, n::Vector{Int})
    b! .⊻= n .> 2
end

@i function total(s!::Fixed, x::Vector{Fixed})
    for v in x
        s! += v * v
    end
end

@i function indices(s!::Int, x::Vector{Fixed})
    for i in eachindex(x)
        s! += i
    end
end

@i function reversed(s!::Vector{Fixed}, x::Vector{Fixed})
    ~(for v in x
        s![1] += v
        ROT(s![1], s![2], v)
    end)
end

@i function trade(a!::Vector{Fixed}, b!::Vector{Fixed})
    a! ↔ b!
end

@i function logs(p!::Vector{Log}, x::Vector{Fixed})
    p! .*= x
end

@i function halves(x!::Vector{Fixed})
    x![1:2] .+= 2 .* x![3:4]
end

@i function overlap(x!::Vector{Fixed}, a::Int)
    x![a:a+1] .+= x![2:3]
end

#! run waves --set y!=[0,1,0] --set x=[0.5,1,-0.5] --set a=3 --grad y![2]
#! value y! [2.876553231625218,6.048825908847379,-2.876553231625218]
#! gradient x [0,3.2418138352088386,0]
#! gradient a 1.682941969615793
#! restored true
#! run waves --set y!=[0,1] --set x=[0.5,1,-0.5] --set a=3
#! status 1
#! trap R0815
#! says broadcast.rg:3
#! says extents
#! run each_call --set y!=[1,2] --set x=[3,4] --grad y![1]
#! value y! [10,18]
#! gradient x [6,0]
#! restored true
#! run uncall_each --set y!=[10,18] --set x=[3,4]
#! value y! [1,2]
#! run plane --set A!=[[0,0,0],[0,0,0]] --set x=[1,2] --set r=[1,10,100] --grad A![2,3]
#! value A! [[0,9,99],[0,18,198]]
#! gradient x [0,99]
#! gradient r [0,0,2]
#! run plane --set A!=[[0,0],[0,0]] --set x=[1,2] --set r=[1,10,100]
#! status 1
#! trap R0815
#! run flags --set b!=[false,true,true] --set n=[1,2,3]
#! value b! [false,true,false]
#! run total --set x=[1,2,3] --grad s!
#! value s! 14
#! gradient x [2,4,6]
#! restored true
#! run indices --set x=[1,1,1,1]
#! value s! 10
#! run reversed --set s!=[0,1] --set x=[0.5,0.25] --backward
#! value s! [-0.073566220158682,1.134359238699062]
#! run trade --set a!=[1,2] --set b!=[3,4] --grad a![1]
#! value a! [3,4]
#! value b! [1,2]
#! gradient b! [1,0]
#! run trade --set a!=[1,2] --set b!=[3]
#! status 1
#! trap R0815
#! run logs --set p!=[1,2] --set x=[3,-0.5]
#! value p! [3,-1]
#! tolerance 1e-8
#! run halves --set x!=[1,2,3,4] --grad x![1]
#! value x! [7,10,3,4]
#! gradient x! [1,0,2,0]
#! run overlap --set x!=[1,2,3,4,5] --set a=4
#! value x! [1,2,3,6,8]
#! run overlap --set x!=[1,2,3,4,5] --set a=3
#! status 1
#! trap R0815
#! run overlap --set x!=[1,2,3,4,5] --set a=2
#! status 1
