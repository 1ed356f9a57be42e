# Arrays of three and four dimensions in functional definitions, their elements and slices, dotted operators, filters.
@fn total(A::Array{Fixed, 3}) = foldl((s, M) -> s + foldl((t, r) -> t + sum(r), 0, M), 0, A)
@fn doubled(A::Array{Fixed, 3}, k) = map(M -> map(r -> map(x -> k * x, r), M), A)
@fn layers(T::Array{Fixed, 4}) = foldl((s, A) -> s * 0.5 + total(A)^2, 1, T)
@fn states(A::Array{Fixed, 3}) = foldl((M, N) -> M .* N + M, A[1, :, :], A)[2, 1]
@fn parts(A::Array{Fixed, 3}) = sum(A[:, :, 2]) * A[1, 2, 1] + A[end, end, 1] * size(A, 3)
@fn pairs(P::Matrix{Tuple{Fixed, Fixed}}) = foldl((s, r) -> s + foldl((t, (a, b)) -> t + a * b, 0, r), 0, P)
@fn dots(v::Vector{Fixed}, w::Vector{Fixed}) =
    sum((v .* w) .^ 2) + sum(exp.(v) ./ (1 .+ w)) + prod(v) - minimum(w) + maximum(-v)
@fn rows(A::Matrix{Fixed}, v::Vector{Fixed}) = sum(2A .* v - A / 2) + A[2, 1] * v[end]
@fn kept(v::Vector{Fixed}) =
    count(x -> x > 0, v) + 10 * length(filter(x -> x < 0, v)) + sum(map(x -> x^2, filter(x -> x > 1, v)))
@fn all(A::Array{Fixed, 4}) = sum(A) + sum(x -> x^2, [1, 2])

#! run total --set A=[[[1,5],[2,6]],[[3,7],[4,8]]] --grad out!
#! value out! 36
#! gradient A [[[1,1],[1,1]],[[1,1],[1,1]]]
#! restored true
#! run doubled --set A=[[[1,5]],[[3,7]]] --set k=2 --set out!=[[[0,0]],[[0,0]]]
#! value out! [[[2,10]],[[6,14]]]
#! run layers --set T=[[[[1,2]]],[[[0.5,-1]]]] --grad out!
#! value out! 5
#! gradient T [[[[3,3]]],[[[-1,-1]]]]
#! restored true
#! check states --set out!=0 --set A=[[[1,5],[2,6]],[[3,7],[4,8]]]
#! run parts --set A=[[[1,5],[2,6]],[[3,7],[4,8]]] --grad out!
#! value out! 60
#! check parts --set out!=0 --set A=[[[1,5],[2,6]],[[3,7],[4,8]]]
#! run pairs --set P_1=[[1,2],[3,4]] --set P_2=[[5,6],[7,8]]
#! value out! 70
#! check dots --set out!=0 --set v=[1,2] --set w=[3,0.5]
#! check rows --set out!=0 --set A=[[1,2],[3,4]] --set v=[1,-2]
#! run kept --set v=[-1,2,3,-4,0.5] --grad out!
#! value out! 36
#! gradient v [0,4,6,0,0]
#! run all --set A=[[[[1,2]],[[3,4]]]]
#! value out! 15
