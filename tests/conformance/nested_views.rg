# Parts of parts of arrays, reshape, elements of parts; ones, fill, and structs that hold arrays.
@i function acc(s!, v)
    for i = 1:length(v)
        s! += v[i] * i
    end
end
@i function dbl(v)
    for i = 1:length(v)
        v[i] += 10.0*i
    end
end
@i function mat(s!, A)
    for j=1:size(A,2), i=1:size(A,1)
        s! += A[i,j] * (i + 10j)
    end
end
@i function f(y!::Vector{Fixed}, A::Matrix{Fixed}, B!::Matrix{Fixed})
    acc(y![1], A[:, 2][1:2])
    acc(y![2], view(view(A, :, 1), 2:3))
    y![3] += A[2:3, :][1, 2]
    y![4] += A'[1,3] + vec(A)[5] + A[1,:][end] + A[1:end,2:3][2,end]
    acc(y![5], vec(A)[2:3:9][end:-1:1])
    acc(y![6], A'[1:2,:][:,3])
    mat(y![7], reshape(vec(A)[1:6], 2, 3))
    mat(y![8], reshape(A, 1, 9))
    acc(y![9], reshape(A, 9)[2:3])
    acc(y![10], reshape(vec(A)[1:6], 2, 3)[2,:])
    y![11] += reshape(vec(A)[1:6], (2, 3))[2,2]
    dbl(B![:,2][2:3])
    vec(B!)[1:2] .+= A[1,:][2:3]
    B![3,:][1] += 100
    dbl(vec(B!)[7:9])
end

@i function wrong_size(y!::Fixed, x::Vector{Fixed})
    mat(y!, reshape(x, 2, 3))
end

@i function filled(y!::Fixed, x::Vector{Fixed})
    t ← ones(Fixed, length(x))
    u ← fill(0.5, length(x), 2)
    k ← fill(3, 2)
    t .+= x
    u[:,2] .+= t
    for i = 1:length(x)
        y! += t[i] * u[i,2] * k[2] + u[i,1]
    end
    u[:,2] .-= t
    t .-= x
    k → fill(3, 2)
    u → fill(0.5, length(x), 2)
    t → ones(Fixed, length(x))
end

struct State{T}
    x::Vector{T}
    v::Vector{T}
    n::Int
end
struct Pair{T}
    a::State{T}
    scale::T
end
@i function holder(y!::Fixed, x0::Vector{Fixed}, k::Fixed)
    @routine begin
        p ← Pair(State(zeros(Fixed, length(x0)), zeros(Fixed, length(x0)), 0), 0.0)
        p.a.x .+= x0
        p.scale += k
        grow(p.a)
    end
    for i = 1:length(x0)
        y! += p.a.x[i] * p.a.v[i] * p.a.n * p.scale
    end
    ~@routine
end
@i function grow(s)
    for i = 1:length(s.x)
        s.v[i] += s.x[i] * 2
        s.n += 1
    end
end

#! run f --set A=[[1,2,3],[4,5,6],[7,8,9]] --set y!=[0,0,0,0,0,0,0,0,0,0,0] --set B!=[[0,0,0],[0,0,0],[0,0,0]] --grad y![8]
#! value y! [12, 18, 5, 21, 28, 23, 661, 2655, 18, 32, 2]
#! value B! [[2, 0, 10], [3, 10, 20], [100, 20, 30]]
#! gradient A [[11, 41, 71], [21, 51, 81], [31, 61, 91]]
#! restored true
#! check f --set A=[[1,2,3],[4,5,6],[7,8,9]] --set y!=[0,0,0,0,0,0,0,0,0,0,0] --set B!=[[0,0,0],[0,0,0],[0,0,0]]
#! run wrong_size --set x=[1,2,3,4,5]
#! status 1
#! trap R0815
#! run filled --set x=[1,2]
#! value y! 47.5
#! check filled --set x=[1,2]
#! run holder --set x0=[1,2,3] --set k=0.5
#! value y! 42
#! check holder --set x0=[1,2,3] --set k=0.5
