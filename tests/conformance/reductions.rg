# Reductions inside any expression: operands, indices, bounds, conditions, arguments, dotted updates; of arrays, their parts and
# dotted expressions, of Fixed, Int, Complex and Log.
sq(x) = x * x
@i function (:+=)(half)(y!, a)
    y! += a / 2
end
@i function g(y!::Fixed, v::Vector{Fixed})
    y! += sqrt(sum(v .^ 2))
end
@i function all(y!::Vector{Fixed}, v::Vector{Fixed}, w::Vector{Fixed})
    y![1] += 2 * sum(v)
    y![2] += sum(v .* w) / sum(w)
    y![3] += 1 + prod(v)
    y![4] += maximum(v) - minimum(w)
    y![5] += 2 * norm(v - w)
    y![6] += dot(v, w) + dot(v - w, w) + norm(v)
    y![7] += sum(abs2, v) + sum(sq, v) * 2
    y![8] += sum(sq.(v) .* half.(w))
    y![9] += 2sum(v .* sum(w))
    y![10] += prod(v[1:2]) + maximum(abs.(w[2:end]))
end
@i function conds(y!::Fixed, v::Vector{Fixed}, ks::Vector{Int})
    if (sum(v) > 3 && maximum(ks) > 2, ~)
        y! += sum(v) > 100 ? prod(v) : minimum(v)
    end
    for i = 1:sum(ks) - 4
        y! += v[maximum(ks) - 1] * i
    end
end
@i function softmax(y!::Vector{Fixed}, v::Vector{Fixed})
    y! .+= exp.(v) ./ sum(exp.(v))
end
@i function mats(y!::Vector{Fixed}, A::Matrix{Fixed}, z::Vector{Complex{Fixed}})
    y![1] += maximum(A) + 2 * sum(A) + prod(A[:, 1])
    y![2] += minimum(A') + norm(A) + sum(A[1, :]) * 2
    y![3] += norm(z) + abs(sum(z)) + real(prod(z)) + real(dot(z, z)) + norm(A)^2
end
@i function logs(y!::Fixed, v::Vector{Fixed}, n!::Int, ks::Vector{Int})
    y! += 2 * convert(prod(convert.(v)))
    n! += prod(ks) * 2 + sum(ks .> 1) + maximum(ks .* 2)
end
@i function use(y!::Fixed, x::Fixed)
    y! += x
end
@i function args(y!::Fixed, v::Vector{Fixed})
    use(y!, sum(v) * 2)
    use(y!, maximum(v))
    @safe println("sum ", sum(v))
    @assert sum(v) > 0
end
@i function loop(y!::Vector{Fixed}, A::Matrix{Fixed})
    for j = 1:size(A, 2)
        y![j] += sqrt(sum(A[:, j] .^ 2))
        y![j] += maximum(A[:, j]) * minimum(A[j, :])
    end
end
@i function direct(y!::Fixed, z!::Complex{Fixed}, v::Vector{Fixed}, u::Vector{Complex{Fixed}})
    y! += sum(v)
    y! -= sum(v .* dot(v, v))
    y! += sum(2v .+ 1)
    z! += sum(u)
    z! += dot(u, u)
    y! += maximum(v)
end
@i function kept(y!::Fixed, v::Vector{Fixed}, i::Int)
    @routine begin
        s ← zero(Fixed)
        s += sum(v .* v) + maximum(v)
    end
    y! += s * v[i] / norm(v)
    ~@routine
end
@i function whiles(y!::Fixed, v!::Vector{Fixed})
    while (sum(v!) < 10, v![1] != 0)
        v![1] += 1
        y! += maximum(v!)
    end
end
@i function empty(y!::Fixed, v::Vector{Fixed}, n::Int)
    y! += sum(v[1:n]) * 2 + prod(v[1:n])
    y! += maximum(v[1:n])
end
# The squares of these numbers are below the last place.
@i function small(y!::Vector{Fixed}, v::Vector{Fixed}, A::Matrix{Fixed}, z::Vector{Complex{Fixed}})
    y![1] += norm(v)
    y![2] -= 3 * norm(v - 2v)
    y![3] += v[1] > 0 ? norm(v[1:1]) / norm(v) : norm(v[2:2])
    for j = 1:size(A, 2)
        y![4] += norm(A[:, j]) + norm(A)
    end
    y![5] += norm(z)
    y![6] += norm(v[1:0])
end
#! run g --set v=[3,4] --grad y!
#! value y! 5
#! gradient v [0.6,0.8]
#! restored true
#! run all --set y!=[0,0,0,0,0,0,0,0,0,0] --set v=[1,2,3] --set w=[2,0.5,1] --grad y![4]
#! value y! [12,1.71428571428571,7,2.5,5.38516480713451,10.4916573867739,42,6.5,42,3]
#! gradient v [0,0,1]
#! gradient w [0,-1,0]
#! check all --set y!=[0,0,0,0,0,0,0,0,0,0] --set v=[1,2,3] --set w=[2,0.5,1]
#! run conds --set v=[1,2,3] --set ks=[1,2,3] --grad y!
#! value y! 7
#! gradient v [1,3,0]
#! run conds --set v=[1,1,1] --set ks=[1,2,3]
#! value y! 3
#! run softmax --set v=[1,2,3] --set y!=[0,0,0] --grad y![1]
#! value y! [0.0900305731703805,0.244728471054798,0.665240955774822]
#! gradient v [0.0819250690642817,-0.0220330446,-0.0598920245]
#! tolerance 1e-8
#! run mats --set A=[[1,2],[3,4]] --set z='["1+1im","2-1im"]' --set y!=[0,0,0]
#! value y! [27,12.4772255750517,45.6457513110646]
#! check mats --set A=[[1,2],[3,4]] --set z='["1+1im","2-1im"]' --set y!=[0,0,0]
#! run logs --set v=[1,-2,3] --set ks=[1,2,3]
#! value y! -12
#! value n! 20
#! run args --set v=[1,-2,3]
#! value y! 7
#! output "sum 2.0\n"
#! run args --set v=[1,-2,-3]
#! status 1
#! trap R0815
#! run loop --set A=[[1,2],[3,4]] --set y!=[0,0] --grad y![2]
#! value y! [6.16227766016838,16.472135955]
#! gradient A [[0,0.447213595499958],[4,3.89442719099992]]
#! check loop --set A=[[1,2],[3,4]] --set y!=[0,0]
#! run direct --set v=[1,2,3] --set u='["1+1im","2-1im"]'
#! value y! -60
#! value z! {"re":10,"im":0}
#! run kept --set v=[3,4] --set i=2 --grad y!
#! value y! 23.2
#! check kept --set v=[3,4] --set i=2
#! run whiles --set v!=[0,2] --grad y!
#! value y! 37
#! value v! [8,2]
#! run empty --set v=[1,2] --set n=0
#! status 1
#! trap R0807
#! run empty --set v=[1,2] --set n=2
#! value y! 10
#! run small --set y!=[0,0,0,0,0,0] --set v=[2.384185791015625e-7,4.76837158203125e-7,-4.76837158203125e-7] --set A=[[2.384185791015625e-7,0],[0,0]] --set z='["2.384185791015625e-7+2.384185791015625e-7im","2.384185791015625e-7-2.384185791015625e-7im"]' --grad y![1]
#! value y! [7.152557373046875e-7,-2.1457672119140625e-6,0.333333333333333,7.152557373046875e-7,4.76837158203125e-7,0]
#! tolerance 1e-4
#! gradient v [0.333333333333333,0.666666666666667,-0.666666666666667]
#! restored true
#! run small --set y!=[0,0,0,0,0,0] --set v=[2.384185791015625e-7,4.76837158203125e-7,-4.76837158203125e-7] --set A=[[2.384185791015625e-7,0],[0,0]] --set z='["2.384185791015625e-7+2.384185791015625e-7im","2.384185791015625e-7-2.384185791015625e-7im"]' --grad y![4]
#! gradient A [[3,0],[0,0]]
#! run small --set y!=[0,0,0,0,0,0] --set v=[3,4,0] --set A=[[3,0],[4,0]] --set z='["3+4im","0-0im"]' --grad y![5]
#! value y! [5,-15,0.6,15,5,0]
#! gradient z [{"re":0.6,"im":0.8},{"re":0,"im":0}]
