# Targets and arguments seen through bijections.
@i function minus(x!::Fixed, e::Fixed)
    -x! += e
end

@i function chain(n!::Int)
    n! |> NEG |> AddConst(5) += 2
end

@i function add(y!::Fixed, e::Fixed)
    y! += e^2
end

@i function argument(x!::Fixed, e::Fixed)
    add(-x!, e)
    add(e |> AddConst(1), x!)
end

@i function turn(x!::Fixed)
    x! += 0.5
end

@i function own(x!::Fixed, y!::Fixed)
    x! |> turn += y!
    x! |> turn ↔ y! |> AddConst(0.25)
end

@i function flip(b!::Bool, x!::Vector{Int})
    (b! |> FLIP) ⊻= true
    -x! .+= 2
    x! .|> INC .-= 1
end

@i function read(y!::Fixed, x::Fixed)
    y! += (x |> sin) * (x |> AddConst(2)) + (x |> NEG)
    value(y!) += value(x)
end

# a function of a variable is a value, whatever stands before it
@i function of_a_function(a!::Fixed, b!::Fixed, x::Vector{Fixed})
    ROT(a!, b!, -abs(x[2]))
end

#! run minus --set x!=1 --set e=3 --grad x!
#! value x! -2
#! gradient e -1
#! run chain --set n!=1
#! value n! -1
#! run argument --set x!=1 --set e=2 --grad x!
#! value x! -3
#! value e 11
#! gradient e -4
#! restored true
#! run own --set x!=1 --set y!=0.25 --grad x!
#! value x! 0
#! value y! 1.5
#! gradient y! 1
#! restored true
#! run flip --set b!=true --set x!=[1,2]
#! value b! false
#! value x! [-2,-1]
#! run read --set y!=1 --set x=0.5 --grad y!
#! value y! 2.198563846510507
#! gradient x 2.673381943337443
#! run of_a_function --set a!=1 --set b!=0 --set x=[1,-0.5] --grad b!
#! value a! 0.8775825618903728
#! value b! -0.479425538604203
#! gradient x [0,0.8775825618903728]
#! restored true
