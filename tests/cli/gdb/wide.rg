# Numbers of 256 bits: sums, one that is written once, an array, and a call.
@i function g(z!::Float64, x::Float64)
    z! += exp(x) * 1.0e-20
    z! += 3.0
end

@i function f(y!::Float64, v::Vector{Float64}, k::Int)
    t ← v[1] * 1.0e-30
    for i = 1:length(v)
        y! += v[i]^2 + 1048576.0
        g(y!, v[i])
        y! += 1.0e-25 / t
    end
    t → v[1] * 1.0e-30
    y! += k * 0.5
end
