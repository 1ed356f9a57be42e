# What the optimiser must not change: whether a program traps, with which code, and where.
@i function own(x!::Vector{Fixed}, i::Int, j::Int)
    x![i] += x![j]
end
@i function ownloop(x!::Vector{Fixed}, n::Int)
    for k = 1:n
        x![k] += x![n + 1 - k]
    end
end
@i function ownprod(x!::Vector{Fixed}, y::Fixed, i::Int, j::Int)
    x![i] += y * x![j]
end
@i function ownsin(x!::Vector{Fixed}, y::Fixed, i::Int, j::Int)
    x![i] += y * sin(x![j])
end
@i function ownmatrix(A!::Matrix{Fixed}, i::Int, j::Int, k::Int)
    A![i, j] -= A![i, k] * A![k, j]
end
@i function owndotted(x!::Vector{Fixed}, j::Int)
    for i = 1:length(x!)
        x![i] += 2 * x![j]
    end
end
@i function ownindex(k!::Vector{Int}, j::Int)
    k![k![j]] += 0 * j
end
@i function orders(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int)
    for i = 1:n
        for j = 1:n
            for k = 1:2
                y![i] += A[k,j] * x[j]
            end
        end
    end
end
@i function cancels(s!::Fixed, a::Vector{Fixed}, b::Vector{Fixed})
    for i = 1:length(a)
        s! += a[i]
        s! -= b[i]
    end
end
@i function blamed(y!::Vector{Fixed}, z!::Vector{Fixed}, a::Vector{Fixed}, b::Vector{Fixed}, n::Int)
    for i = 1:n
        y![i] += a[i] * a[i]
        z![i] += b[i] * b[i]
    end
end
@i function notes(x::Int, y::Int)
    z ← Complex(0, 0)
    z.re += x
    z.im += y
    x += z.im
    z.im -= y
    z.re -= x - z.im
    z → Complex(0, 0)
end
@i function inner(q!::Fixed, a::Vector{Fixed}, b::Vector{Fixed})
    for i = 1:length(a)
        q! += a[i] * b[i]
    end
end
@i function handed(U!::Vector{Fixed}, C::Vector{Fixed}, k::Int, n::Int)
    inner(U![k], C[1:n], C[1:n])
end
@i function summed(U!::Vector{Fixed}, C::Vector{Fixed}, k::Int, n::Int)
    @routine begin
        t ← 0.0
        for i = 1:n
            t += C[i]
        end
    end
    U![k] += t
    ~@routine
end
@i function row(y!::Fixed, A::Matrix{Fixed}, x::Vector{Fixed}, i::Int, n::Int)
    for j = 1:n
        y! += A[i,j] * x[j]
    end
end
@i function rows(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, m::Int, n::Int)
    for i = 1:m
        row(y![i], A, x, i, n)
    end
end
#! run own --set x!=[1,2,3] --set i=2 --set j=3
#! value x! [1,5,3]
#! run own --set x!=[1,2,3] --set i=2 --set j=2
#! status 1
#! trap R0804
#! run own --set x!=[1,0,3] --set i=2 --set j=2
#! status 1
#! trap R0804
#! run own --set x!=[1,0,3] --set i=2 --set j=2 -O0
#! status 1
#! trap R0804
#! run own --set x!=[1,2,3] --set i=2 --set j=2 --backward
#! status 1
#! trap R0804
#! run ownloop --set x!=[1,0,3] --set n=3
#! status 1
#! trap R0804
#! run ownloop --set x!=[1,0,3] --set n=3 -O0
#! status 1
#! trap R0804
#! run ownloop --set x!=[1,2,3,4] --set n=4
#! value x! [5,5,8,9]
#! run ownprod --set x!=[1,2,3] --set y=0 --set i=1 --set j=1
#! status 1
#! trap R0804
#! run ownsin --set x!=[1,2,3] --set y=0 --set i=1 --set j=1 -O0
#! status 1
#! trap R0804
#! run ownsin --set x!=[1,2,3] --set y=0 --set i=1 --set j=1
#! status 1
#! trap R0804
#! run ownmatrix --set A!=[[1,2],[0,4]] --set i=1 --set j=2 --set k=2
#! status 1
#! trap R0804
#! run ownmatrix --set A!=[[1,0],[0,4]] --set i=2 --set j=2 --set k=1
#! value A! [[1,0],[0,4]]
#! run owndotted --set x!=[1,0,3] --set j=2
#! status 1
#! trap R0804
#! run owndotted --set x!=[1,0,3] --set j=2 -O0
#! status 1
#! trap R0804
#! run ownindex --set k!=[1,2,3] --set j=2
#! status 1
#! trap R0804
#! run orders --set y!=[0,0,0] --set A=[[1,1,1],[-1,-1,-1]] --set x=[400000,400000,400000] --set n=3
#! value y! [0,0,0]
#! run orders --set y!=[0,0,0] --set A=[[1,1,1],[-1,-1,-1]] --set x=[400000,400000,400000] --set n=3 -O0
#! value y! [0,0,0]
#! run orders --set y!=[0,0,0] --set A=[[1,1,1],[-1,-1,-1]] --set x=[400000,400000,400000] --set n=3 --grad y![1]
#! gradient x [0,0,0]
#! run cancels --set a=[600000,600000,600000] --set b=[600000,600000,600000]
#! value s! 0
#! run blamed --set y!=[0,0,0] --set z!=[0,0,0] --set a=[1,1,10000] --set b=[1,10000,1] --set n=3
#! status 1
#! trap R0810
#! says 45 |         z![i] += b[i] * b[i]
#! run blamed --set y!=[0,0,0] --set z!=[0,0,0] --set a=[1,1,10000] --set b=[1,10000,1] --set n=3 -O0
#! status 1
#! trap R0810
#! says 45 |         z![i] += b[i] * b[i]
#! run notes --set x=1 --set y=2
#! status 1
#! trap R0814
#! says 55 |     z → Complex(0, 0)
#! says 54 |     z.re -= x - z.im
#! run handed --set U!=[0,0,0] --set C=[1,2,3] --set k=99 --set n=0
#! status 1
#! trap R0807
#! says 63:14
#! run handed --set U!=[0,0,0] --set C=[1,2,3] --set k=2 --set n=0
#! value U! [0,0,0]
#! run handed --set U!=[0,0,0] --set C=[1,2,3] --set k=2 --set n=2
#! status 1
#! trap R0815
#! run summed --set U!=[0,0,0] --set C=[1,2,3] --set k=0 --set n=0
#! status 1
#! trap R0807
#! run summed --set U!=[0,0,0] --set C=[1,2,3] --set k=3 --set n=3
#! value U! [0,0,6]
#! run rows --set y!=[0,0] --set A=[[1,2],[3,4]] --set x=[1,1] --set m=3 --set n=0
#! status 1
#! trap R0807
#! run rows --set y!=[0,0] --set A=[[1,2],[3,4]] --set x=[1,1] --set m=2 --set n=2 --grad y![2]
#! gradient A [[0,0],[1,1]]
