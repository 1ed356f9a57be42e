#! run f --set a=[1,2,3] --set b=[1,2]
@fn f(a::Vector{Fixed}, b::Vector{Fixed}) =
    sum(map2((x, y) -> x / y,
             a, b))
