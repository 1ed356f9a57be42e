# sum(e for i in r if c), prod, maximum and minimum of such, [e for i in r]; in routines, in functions and in @fn.

"One loop of each kind; over indices, over elements, with steps, with a condition, side by side."
@i function sums(y!::Vector{Fixed}, x::Vector{Fixed}, w::Vector{Fixed}, n::Int)
    y![1] += sum(x[i] * i for i = 1:length(x))
    y![2] -= sum(v^2 for v in x if v > 0)
    y![3] += sum(a * b for (a, b) in zip(x, w))
    y![4] += 2 * sum(v * i for (i, v) in enumerate(x)) + sum(x[i] for i in 1:2:n)
    y![5] += sum(x[i] * x[j] for i in 1:n, j = i:n)
    y![6] += sum(i * x[1] for i = n:-1:1) + sum(x[i] for i = 3:2)
end

@i function others(y!::Fixed, x::Vector{Fixed}, A::Matrix{Fixed})
    y! += maximum(abs(v) for v in x) * prod(v + 1 for v in x)
    y! -= minimum(sum(A[i, j] for i = 1:size(A, 1)) for j = 1:size(A, 2))
    if (sum(v for v in x) > 0, ~)
        y! += sqrt(sum(x[i]^2 for i in eachindex(x)))
    end
end

@i function arrays(y!::Vector{Fixed}, x::Vector{Fixed}, k::Vector{Int})
    z ← [x[i]^2 for i = 2:length(x)]
    y![1] += dot(z, [v + i for (i, v) in enumerate(k)])
    z → [x[i]^2 for i = 2:length(x)]
    y! .+= [2v for v in x]
    m ← [i * i for i in 1:3]
    y![m[2]-3] += x[m[1]]
    m → [i * i for i in 1:3]
end

"The variable of a generator is its own."
@i function hidden(y!::Fixed, x::Vector{Fixed})
    i ← 7
    for v = 1:2
        y! += i * sum(x[i] for i in 1:v) + v * sum(v for v in x)
    end
    i → 7
end

f(x, w) = sum(x[i] * w[i] for i in 1:length(x) if w[i] > 0) / length(x)
g(x) = maximum(abs(v) for v in x) + sum(k^2 for k = 1:3)
@fn h(x::Vector{Fixed}) = sum(sqrt(v) for v in [y^2 + 1 for y in x]) * prod(i + 1 for i = 1:2)

@i function functions(y!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})
    y! += f(x, w) - g(x)
    y! += h(x)
end

positive(x) = x > 0
# The indices of a dimension, and those of a matrix
@i function indexed(y!::Vector{Fixed}, P::Matrix{Fixed}, v::Vector{Fixed})
    y![1] += minimum(P[1, k]^2 + v[k] for k ∈ axes(P, 2))
    y![2] += maximum(P[i] - v[1] for i in eachindex(P)) + sum(P[i, 1] * v[i] for i in axes(P, 1))
end

@fn most(v::Vector{Fixed}) = all(x > 0 for x in v) ? count(x > 1 for x in v) : -1.0

"any, all and count, of a generator and of a function."
@i function counts(y!::Fixed, n!::Int, v::Vector{Fixed})
    if (any(x > 2 for x in v) && all(positive, v), ~)
        y! += count(x > 1 for x in v) * v[1]
    end
    n! += count(v[i] > i for i in 1:length(v)) + (any(positive, v) ? 10 : 20)
    n! += all(x -> x < 3, v) ? 100 : 200
    y! += most(v)
end

#! run counts --set v=[1,2.5,3.5] --grad y!
#! value y! 4
#! value n! 212
#! gradient v [2,0,0]
#! restored true
#! run counts --set v=[1,2.5,-3.5]
#! value y! -1
#! value n! 111
#! run sums --set y!=[0,0,0,0,0,0] --set x=[1,2,-3] --set w=[0.5,-1,2] --set n=3 --grad y![5]
#! value y! [-4,-5,-7.5,-10,7,6]
#! gradient x [1,2,-3]
#! restored true
#! check sums --set y!=[0,0,0,0,0,0] --set x=[1,2,-3] --set w=[0.5,-1,2] --set n=3
#! run others --set x=[1,2,-2.5] --set A=[[1,2],[0.5,0.25],[1,0]] --grad y!
#! tolerance 1e-10
#! value y! -21.395898033750314
#! restored true
#! check others --set x=[1,2,-2.5] --set A=[[1,2],[0.5,0.25],[1,0]]
#! run arrays --set y!=[0,0,0] --set x=[1,2,-3] --set k=[2,1] --grad y![1]
#! value y! [42,4,-6]
#! gradient x [3,12,-18]
#! restored true
#! run hidden --set x=[1,2,-3] --grad y!
#! value y! 28
#! gradient x [17,10,3]
#! restored true
#! run functions --set x=[1,2,-3] --set w=[0.5,-1,2] --grad y!
#! tolerance 1e-10
#! value y! 22.04202186691425
#! restored true
#! check functions --set x=[1,2,-3] --set w=[0.5,-1,2]
#! run indexed --set y!=[0,0] --set P=[[3,2],[1,5]] --set v=[1,2] --grad y![1]
#! value y! [6,9]
#! gradient P [[0,4],[0,0]]
#! gradient v [0,1]
#! restored true
#! check indexed --set y!=[0,0] --set P=[[3,2],[1,5]] --set v=[1,2]
