# Every second element of a vector, and a row backward, given to routines: no windows of it.
@i function scale!(v::Vector{Fixed}, x::Vector{Fixed}, a::Fixed)
    for i = 1:length(v)
        v[i] += x[i] * a
    end
    for i = 2:length(v)
        v[i] += v[i - 1] * a
    end
    for i = 1:length(v)
        v[i] -= x[i] * x[i] * a
        v[i] += sin(x[i]) * a
        v[i] -= cos(x[i]) * a
        v[i] += a * a * x[i]
    end
    for i = 1:length(v)
        v[i] += x[i] * x[i] * a
        v[i] -= sin(x[i]) * a
        v[i] += cos(x[i]) * a
        v[i] -= a * a * x[i]
    end
end

@i function halves(y!::Vector{Fixed}, x::Vector{Fixed}, a::Fixed)
    scale!(y![1:2:length(y!)], x[2:2:length(x)], a)
end

@i function backward(y!::Vector{Fixed}, x::Vector{Fixed}, a::Fixed)
    scale!(y![length(y!):-1:1], x, a)
end

@i function first_halves(y!::Vector{Fixed}, x::Vector{Fixed}, a::Fixed)
    scale!(y![1:2:5], x, a)
end

@i function columns(A!::Matrix{Fixed}, x::Vector{Fixed}, a::Fixed)
    scale!(A![:, 2], x, a)
    scale!(A![2, :], x, a)
end

#! run halves --set y!=[0,0,0,0,0,0] --set x=[1,2,3,4,5,6] --set a=2
#! value y! [4,0,16,0,44,0]
#! run first_halves --set y!=[0,0,0,0,0,0] --set x=[2,4,6] --set a=2
#! value y! [4,0,16,0,44,0]
#! run backward --set y!=[0,0,0] --set x=[1,2,3] --set a=2
#! value y! [22,8,2]
#! run columns --set A!=[[0,0,0],[0,0,0],[0,0,0]] --set x=[1,2,3] --set a=2
#! value A! [[0,2,0],[2,16,38],[0,22,0]]
