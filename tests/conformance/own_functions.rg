# Functions of the program inside expressions: conditions, bounds, indices, arguments; computed, used, uncomputed.
@fn half(x) = x / 2

sigmoid(x) = 1 / (1 + exp(-x))

@i function (:+=)(collatz)(y!::Int, n::Int)
    if (n % 2 == 0, ~)
        y! += n ÷ 2
    else
        y! += 3n + 1
    end
end
@i function (:⊻=)(small)(b!::Bool, x::Fixed)
    b! ⊻= x < 1.5
end
@i function f(y!::Fixed, k!::Int, x::Fixed, n::Int, v::Vector{Fixed})
    while (half(y!) < x, half(y!) > 0.1)
        y! += half(x) + 0.3
        k! += 1
    end
    for i = 1:collatz(n)
        y! += v[collatz(n) % length(v) + 1] * half(v[end])
    end
    if (small(x) && half(x) > 0.0, small(x))
        y! += 2.0
    elseif (!small(x) && half(x) > 0.5, ~)
        y! += x > 0 ? half(x) : half(-x)
    end
    y! .+= half(2.0)
    @assert half(x) < 100.0
    t ← collatz(n)
    k! += t + collatz(collatz(n) + 1)
    t → collatz(n)
end
@i function g(y!::Vector{Fixed}, v::Vector{Fixed})
    y! .+= half.(v) .* 2 .+ half(v[1])
    y![1] += half(v[2]) |> half
end
@i function h(z!::Complex{Fixed}, w::Complex{Fixed})
    z! += 2 * cube(w) - cube(cube(w))
end
@i function (:+=)(cube)(z!::Complex{T}, w::Complex{T}) where T
    z! += w^3
end

@i function gauss_sum(y!::Fixed, x::Fixed, n::Int)
    y! += 3.0 * gauss(x) - gauss(2x) + sigmoid(gauss(x))
    for i = 1:n
        y! -= gauss(x / i) * i
    end
end
@i function (:+=)(gauss)(y!::Fixed, x::Fixed)
    @routine begin
        a ← 0.0
        a += x^2
    end
    y! += exp(-a)
    ~@routine
end

# The right side is computed only where the left side asks for it: 1 / x of x = 0 is not.
@i function guarded(y!::Fixed, x::Fixed)
    if (x != 0 && reciprocal(x) > 1.0, ~)
        y! += x == 0 ? 5.0 : reciprocal(x)
    else
        y! += x == 0 ? 7.0 : reciprocal(x) + 1
    end
end
reciprocal(x) = 1 / x

#! run f --set x=1.7 --set n=5 --set v=[1,2,3] --grad y!
#! value y! 53.3
#! value k! 71
#! gradient v [0, 24, 16]
#! restored true
#! check f --set y!=0 --set x=1.7 --set n=5 --set v=[1,2,3]
#! check g --set v=[1,2,3] --set y!=[0,0,0]
#! check h --set w=0.5+0.3im
#! check gauss_sum --set x=0.7 --set n=3
#! run gauss_sum --set x=0.5 --set n=1
#! value y! 1.8751437227
#! run guarded --set x=0
#! value y! 7
#! run guarded --set x=0.5
#! value y! 2
#! check guarded --set x=4
