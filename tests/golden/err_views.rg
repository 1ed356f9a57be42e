@i function g(x!::Vector{Fixed}, y::Vector{Fixed})
    x! .+= y
end
@i function h(x!::Fixed)
    x! += 1
end
@i function main(y!::Fixed, x::Vector{Fixed}, A::Matrix{Fixed}, n!::Int)
    y! .+= x
    x .+= A
    x .+= x .* 2
    x .+= A * x
    x[1:2] .+= x[2:3]
    x .+= y! * x[1:2] / x
    y! += x[2:3]
    y! += sin.(x)
    (y! |> INV) += 1
    grad(y!) += 1
    (y! |> sin) += 1
    g(x, x[1:2])
    g(x[1:2], x[2:3])
    g(A[:,1], A[1,:])
    x ↔ A
    x[1:2] ↔ x[2:3]
    for v in x
        v += 1
    end
    for v in 3
        y! += v
    end
    h.(A) .+= 1
    -n! += 0.5
    y! |> h(2) += 1
    unknown.(x)
end
