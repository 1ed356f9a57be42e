# Functions of Julia that the host starts, without an @i function: also those that stand where they are called.
struct Point
    x::Fixed
    y::Fixed
end

relu(x) = max(0, x)
squares(x) = sum(x .^ 2)
softmax(x) = exp.(x) ./ sum(exp.(x))
rectified(x) = sum(relu.(x))
parts(z) = z.re + 2z.im
distance(p::Point) = sqrt(p.x^2 + p.y^2)
odd(n) = n & 1
element(v, i) = v[i] + sum(v[1:i])
scaled(v, k) = sum(v) * k
any_vector(x::Vector) = sum(x) / length(x)
any_matrix(A::AbstractMatrix) = sum(A)
halved(v::Vector{T}) where T<:Integer = sum(v) ÷ 2

centre(x) = (sum(x .- minimum(x)), std(x), mean(x .* 2))
piped(x) = x |> sin |> cos

function spread(x; scale=2.0)
    m = sum(x) / length(x)
    d = x .- m
    return scale * sum(d .^ 2)
end

function counted(x, y)
    n = length(x)
    s = 0.0
    for i in 1:n
        s += x[i] * y[i]
    end
    return s / n
end

function sum_and_product(x::AbstractVector{T}) where T<:Real
    s = zero(T)
    p = one(T)
    for e in x
        s += e
        p *= e
    end
    return s + p
end

#! run squares --set x=[1,2,3] --grad out!
#! value out! 14
#! gradient x [2,4,6]
#! restored true
#! run softmax --set x=[1,1] --set out!=[0,0]
#! value out! [0.5,0.5]
#! run rectified --set x=[1,-2] --grad out!
#! value out! 1
#! gradient x [1,0]
#! run parts --set z=1+2im
#! value out! 5
#! run distance --set p.x=3 --set p.y=4 --grad out!
#! value out! 5
#! run odd --set n=3
#! value out! 1
#! run element --set v=[1,2,4] --set i=2
#! value out! 5
#! run scaled --set v=[1,2] --set k=3 --grad out!
#! value out! 9
#! gradient k 3
#! run any_vector --set x=[1,2]
#! value out! 1.5
#! run any_matrix --set A=[[1,2],[3,4]]
#! value out! 10
#! run halved --set v=[1,2,4]
#! value out! 3
#! run centre --set x=[3,1,2] --grad out_3!
#! value out_1! 3
#! value out_2! 1
#! value out_3! 4
#! gradient x [0.666666666666667,0.666666666666667,0.666666666666667]
#! run piped --set x=2
#! value out! 0.614300282116
#! run spread --set x=[1,2,3] --grad out!
#! value out! 4
#! gradient x [-4,0,4]
#! check spread --set x=[1,2,4]
#! run counted --set x=[1,2] --set y=[3,5] --grad out!
#! value out! 6.5
#! gradient x [1.5,2.5]
#! run sum_and_product --set x=[1.5,2,3] --grad out!
#! value out! 15.5
#! gradient x [7,5.5,4]
