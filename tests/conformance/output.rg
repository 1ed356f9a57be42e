# Output: println, print and @show, in both directions, of every type, in loops and calls, and up to a trap.
@i function talk(y!::Fixed, x::Fixed, n::Int, b::Bool, l::Log)
    @safe println("x = ", x, ", n = $n")
    y! += x^2
    @show y! n b
    @safe print("twice ", 2 * x, "\n")
    @safe println(l)
end

@i function lists(v::Vector{Fixed}, A::Matrix{Int})
    @safe println(v, " and ", A[:,2])
    @safe println("A = ", A)
end

@i function block(T::Array{Int, 3})
    @safe println(T)
end

@i function steps(y!::Int, n::Int)
    for i = 1:n
        inner(y!, i)
    end
end

@i function inner(y!::Int, i::Int)
    @safe println("step ", i, " to ", y!)
    y! += i
end

@i function there_and_back(y!::Int)
    ~steps(y!, 2)
    steps(y!, 2)
end

@i function until(y!::Fixed, x::Fixed)
    @safe println("before")
    y! += log(x)
    @safe println("after")
end

@i function named(y!::Fixed, n::Int)
    y! += n
    @safe println("y! is $y!, n! is $n!")
end

#! run talk --set x=0.1 --set n=-7 --set b=true --set l=2.5
#! value y! 0.01
#! output "x = 0.1, n = -7\ny! = 0.01\nn = -7\nb = true\ntwice 0.2\n2.5\n"
#! run talk --set x=2 --set n=0 --set l=1 --grad y!
#! gradient x 4
#! restored true
#! output "x = 2.0, n = 0\ny! = 4.0\nn = 0\nb = false\ntwice 4.0\n1\n1\ntwice 4.0\ny! = 4.0\nn = 0\nb = false\nx = 2.0, n = 0\n"
#! run steps --set n=3
#! output "step 1 to 0\nstep 2 to 1\nstep 3 to 3\n"
#! run steps --set n=3 --set y!=6 --backward
#! value y! 0
#! output "step 3 to 3\nstep 2 to 1\nstep 1 to 0\n"
#! run there_and_back --set y!=3
#! output "step 2 to 1\nstep 1 to 0\nstep 1 to 0\nstep 2 to 1\n"
#! run lists --set v=[1,-0.5,3] --set A=[[1,2],[3,4]]
#! output "[1.0, -0.5, 3.0] and [2, 4]\nA = [1 2; 3 4]\n"
#! run until --set x=-1
#! status 1
#! output "before\n"
#! run until --set x=1
#! output "before\nafter\n"
#! run named --set n=3
#! output "y! is 3.0, n! is 3!\n"
#! run block --set T=[[[1,2],[3,4]],[[5,6],[7,8]]]
#! output "[1 3; 5 7;;; 2 4; 6 8]\n"
