# The array operations of the papers, map, map2 and foldl, and what is made of them.

@fn product(v::Vector{Fixed}) = foldl((a, x) -> a * x, 1, v)

#! run product --set v=[2,-3,0.5,4] --grad out!
#! value out! -12
#! gradient v [-6,4,-24,-3]
#! restored true

@fn inner(a::Vector{Fixed}, b::Vector{Fixed}) = foldl((s, z) -> s + z, 0, map2((x, y) -> x * y, a, b))

#! run inner --set a=[1,2,3] --set b=[4,5,6] --grad out!
#! value out! 32
#! gradient a [4,5,6]
#! gradient b [1,2,3]
#! restored true

# The polynomial with coefficients c, highest first, by Horner's rule: x is a captured variable.
@fn horner(c::Vector{Fixed}, x) = foldl((s, k) -> s * x + k, 0, c)

#! run horner --set c=[2,-1,3,1] --set x=1.5 --grad out!
#! value out! 10
#! gradient x 13.5
#! gradient c [3.375,2.25,1.5,1]
#! restored true

# An array of arrays is a matrix; its elements are the rows.
@fn times(A::Matrix{Fixed}, x::Vector{Fixed}) = map(row -> inner(row, x), A)

#! run times --set A=[[1,2],[3,4],[5,6]] --set x=[1,-1] --set out!=[0,0,0] --grad out![2]
#! value out! [-1,-1,-1]
#! gradient A [[0,0],[1,-1],[0,0]]
#! gradient x [3,4]
#! restored true

@fn outer(a::Vector{Fixed}, b::Vector{Fixed}) = map(x -> map(y -> x * y, b), a)
@fn form(x::Vector{Fixed}, A::Matrix{Fixed}) = inner(x, times(A, x))

#! run outer --set a=[1,2] --set b=[1,2,3] --set out!=[[0,0,0],[0,0,0]] --grad out![2,3]
#! value out! [[1,2,3],[2,4,6]]
#! gradient a [0,3]
#! gradient b [0,0,2]
#! run form --set x=[1,2] --set A=[[2,1],[0,3]] --grad out!
#! value out! 16
#! gradient x [6,13]
#! gradient A [[1,2],[2,4]]
#! restored true

# The state of a foldl may be a product: here the Fibonacci numbers, weighted.
@fn pair_of(v::Vector{Fixed}) = foldl((p, x) -> (snd(p), x * (fst(p) + snd(p))), (0, 1), v)

#! run pair_of --set v=[1,1,1,1,2] --grad out_2!
#! value out_1! 5
#! value out_2! 16
#! gradient v [10,12,12,10,8]
#! restored true

# Extents that do not agree are found before anything is computed.
#! run inner --set a=[1,2,3] --set b=[4,5]
#! status 1
#! trap R0815
