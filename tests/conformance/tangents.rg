# Jacobians, Hessians and directional derivatives: the claims are closed forms.

# f = x^2 y + sin(x y)
@i function smooth(f!::Fixed, x::Fixed, y::Fixed)
    f! += x ^ 2 * y + sin(x * y)
end
#! run smooth --set x=0.5 --set y=0.75 --hessian f!
#! value f! 0.553772529086047561
#! gradient x 1.44788071643423572
#! gradient y 0.715253810956157146
#! hessian f!,x,y [[0,0,0],[0,1.29397170238909825,1.79315542350504646],[0,1.79315542350504646,-0.0915681322715118903]]
#! restored true
#! run smooth --set x=0.5 --set y=0.75 --jacobian
#! jacobian f!,x,y [[1,1.44788071643423572,0.715253810956157146],[0,1,0],[0,0,1]]
#! restored true
#! run smooth --set x=0.5 --set y=0.75 --tangent x=1 --tangent y=-2
#! tangent f! 0.0173730945219214273
#! tangent x 1
#! tangent y -2
#! restored true
#! run smooth --set x=0.5 --set y=0.75 --hvp f! --tangent x=1 --tangent y=-2
#! product x -2.29233914462099467
#! product y 1.97629168804807023
#! gradient x 1.44788071643423572
#! restored true

# Elements of arrays, and a loop: sum of x[i]^3 x[i+1]
@i function chain(s!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)-1
        s! += x[i] ^ 3 * x[i+1]
    end
end
#! run chain --set x=[1,2,-1.5] --hessian s!
#! hessian s!,x[1],x[2],x[3] [[0,0,0,0],[0,12,3,0],[0,3,-18,12],[0,0,12,0]]
#! restored true
#! run chain --set x=[1,2,-1.5] --jacobian
#! jacobian s!,x[1],x[2],x[3] [[1,6,-17,8],[0,1,0,0],[0,0,1,0],[0,0,0,1]]

# A matrix: trace of A A
@i function trace2(t!::Fixed, A::Matrix{Fixed})
    for i = 1:2
        for j = 1:2
            t! += A[i,j] * A[j,i]
        end
    end
end
#! run trace2 --set A=[[1,2],[3,4]] --hessian t!
#! value t! 29
#! hessian t!,A[1,1],A[2,1],A[1,2],A[2,2] [[0,0,0,0,0],[0,2,0,0,0],[0,0,0,2,0],[0,0,2,0,0],[0,0,0,0,2]]

# Branches: |x| y^2 on one side, x^3 y on the other
@i function branch(f!::Fixed, x::Fixed, y::Fixed)
    if (x > 0, ~)
        f! += x ^ 3 * y
    else
        f! -= x * y ^ 2
    end
end
#! run branch --set x=2 --set y=3 --hessian f!
#! hessian f!,x,y [[0,0,0],[0,36,12],[0,12,0]]
#! run branch --set x=-2 --set y=3 --hessian f!
#! hessian f!,x,y [[0,0,0],[0,0,-6],[0,-6,4]]
#! restored true

# Recursion: x^n by n products
@i function power(out!::Fixed, x::Fixed, n::Int)
    if (n == 0, ~)
        out! += 1
    else
        m ← 0
        part ← 0.0
        m += n - 1
        power(part, x, m)
        out! += part * x
        (~power)(part, x, m)
        m -= n - 1
        part → 0.0
        m → 0
    end
end
#! run power --set x=1.5 --set n=4 --hessian out!
#! tolerance 1e-8
#! gradient x 13.5
#! hessian out!,x [[0,0],[0,27]]
#! restored true

# A rotation by an angle that is differentiated as well
@i function turn(a!::Fixed, b!::Fixed, t::Fixed)
    ROT(a!, b!, t)
end
#! run turn --set a!=1.5 --set b!=-0.5 --set t=0.7 --hessian a!
#! hessian a!,b!,t [[0,0,-0.64421768723769102],[0,0,-0.7648421872844885],[-0.64421768723769102,-0.7648421872844885,-1.4693721247455783]]
#! run turn --set a!=1.5 --set b!=-0.5 --set t=0.7 --jacobian
#! jacobian a!,b!,t [[0.7648421872844885,-0.64421768723769102,-0.58390543721429228],[0.64421768723769102,0.7648421872844885,1.4693721247455783],[0,0,1]]

# Log numbers: derivatives are by the numbers, not by their logarithms. p = x^2 / y, f = p + x y
@i function logs(p!::Log, f!::Fixed, x::Log, y::Log)
    p! *= x * x
    p! /= y
    f! += Fixed(p!)
    f! += Fixed(x) * Fixed(y)
end
#! run logs --set p!=1 --set x=3 --set y=-2 --hessian f!
#! tolerance 1e-7
#! hessian p!,f!,x,y [[0,0,-3,-2.25],[0,0,0,0],[-3,0,-1,-0.5],[-2.25,0,-0.5,-2.25]]
#! restored true
#! run logs --set p!=1 --set x=3 --set y=-2 --hessian p!
#! tolerance 1e-7
#! hessian p!,f!,x,y [[0,0,-3,-2.25],[0,0,0,0],[-3,0,-1,-1.5],[-2.25,0,-1.5,-2.25]]
#! run logs --set p!=1 --set x=3 --set y=-2 --tangent x=1 --tangent y=0.5
#! tolerance 1e-7
#! tangent p! -4.125
#! tangent f! -4.625

# The other functions, each through its own second partials
@i function many(f!::Fixed, x::Fixed, y::Fixed)
    f! += exp(x) / y + sqrt(y) * log(x)
    f! += atan(y, x) + x ^ y
    f! += tanh(x) + asin(x / 4)
end
#! run many --set x=0.8 --set y=1.7 --hessian f!
#! tolerance 1e-8
#! hessian f!,x,y [[0,0,0],[0,0.0333858899758687,0.420736022548708718],[0,0.420736022548708718,0.746939658859087791]]

# No active argument: values alone
@i function counted(n!::Int, m::Int)
    n! += m * m
end
#! run counted --set m=5 --jacobian
#! value n! 25
#! run counted --set m=5 --hessian n!
#! status 2
#! says only Fixed and Log have gradients. Where the program leaves its type open, values with a point

# What cannot be asked together
#! run smooth --grad f! --jacobian
#! status 2
#! says choose one of
#! run smooth --tangent q=1
#! status 2
#! says no argument `q`
