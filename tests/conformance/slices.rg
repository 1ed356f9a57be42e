# Parts of arrays by reference: as arguments and operands, transposed, strided, moved there and back.
@i function axpy(y!::Vector{Fixed}, a::Fixed, x::Vector{Fixed})
    for i = 1:length(x)
        y![i] += a * x[i]
    end
end

@i function twist(x!::Vector{Fixed}, k::Int)
    for i = 2:length(x!)
        x![i] += k * x![i-1]
    end
end

@i function columns(A!::Matrix{Fixed}, j::Int, k::Int, a::Fixed)
    axpy(A![:,j], a, A![:,k])
end

@i function rows(A!::Matrix{Fixed}, i::Int)
    twist(A![i,:], 2)
    ~twist(A!'[:,1], 1)
end

@i function strided(x!::Vector{Fixed}, a::Int, s::Int, b::Int)
    twist(x![a:s:b], 1)
end

@i function tail(x!::Vector{Fixed})
    twist(view(x!, 2:length(x!)), 1)
    twist(x!.[1:2], 1)
    (~twist)(x! |> subarray(2:3), 1)
    x![end-1:end] .+= 10
end

@i function flat(s!::Vector{Fixed}, A::Matrix{Fixed})
    s! .+= vec(A) .* A[:]
end

@i function transposed(B!::Matrix{Fixed}, A::Matrix{Fixed})
    B! .+= A'
end

@i function grow(x!::Vector{Fixed}, n!::Int)
    n! += length(x!)
end

@i function moved_bound(x!::Vector{Fixed}, n!::Int)
    grow(x![1:n!], n!)
end

@i function count(n!::Int, A::Matrix{Fixed})
    n! += length(A[2,:]) + 10 * size(A[1:2,:], 1) + 100 * length(A[3:2,1])
end

@i function with_element(x!::Vector{Fixed}, y!::Vector{Fixed}, i::Int)
    axpy(x![1:2], x![i], y![2:3])
end

@i function ends(y!::Fixed, v::Vector{Fixed})
    y! += v[begin] * v[end]
    for x in v[begin+1:end-1]
        y! -= x
    end
end

#! run columns --set A!=[[1,2,3],[4,5,6]] --set j=1 --set k=3 --set a=2 --grad A![2,1]
#! value A! [[7,2,3],[16,5,6]]
#! gradient A! [[0,0,0],[1,0,2]]
#! gradient a 6
#! restored true
#! run columns --set A!=[[1,2,3],[4,5,6]] --set j=2 --set k=2 --set a=2
#! status 1
#! trap R0815
#! says slices.rg:15
#! run columns --set A!=[[1,2,3],[4,5,6]] --set j=2 --set k=4 --set a=2
#! status 1
#! trap R0807
#! run rows --set A!=[[1,2,3],[4,5,6]] --set i=2
#! value A! [[1,1,1],[4,13,32]]
#! run strided --set x!=[1,2,3,4,5,6] --set a=1 --set s=2 --set b=6 --grad x![5]
#! value x! [1,2,4,4,9,6]
#! gradient x! [1,0,1,0,1,0]
#! restored true
#! run strided --set x!=[1,2,3] --set a=3 --set s=-1 --set b=1
#! value x! [6,5,3]
#! run strided --set x!=[1,2,3] --set a=3 --set s=1 --set b=1
#! value x! [1,2,3]
#! run tail --set x!=[1,2,3,4]
#! value x! [1,3,12,19]
#! run flat --set s!=[0,0,0,0] --set A=[[1,2],[3,4]] --grad s![2]
#! value s! [1,9,4,16]
#! gradient A [[0,0],[6,0]]
#! run transposed --set B!=[[0,0],[0,0],[0,0]] --set A=[[1,2,3],[4,5,6]] --grad B![3,1]
#! value B! [[1,4],[2,5],[3,6]]
#! gradient A [[0,0,1],[0,0,0]]
#! run moved_bound --set x!=[1,2,3] --set n!=2
#! status 1
#! trap R0814
#! run count --set A=[[1,2,3],[4,5,6]]
#! value n! 23
#! run with_element --set x!=[1,2,3] --set y!=[1,10,100] --set i=3 --grad x![2]
#! value x! [31,302,3]
#! gradient x! [0,1,100]
#! gradient y! [0,0,3]
#! run with_element --set x!=[1,2,3] --set y!=[1,10,100] --set i=2
#! status 1
#! trap R0815
#! run ends --set v=[3,1,2,5] --grad y!
#! value y! 12
#! gradient v [5,-1,-1,3]
