# Workloads with closed forms, for the study of number formats.
"Elementary functions: exp(sin x) log(1 + x^2) + sqrt(x) atan(x)."
@i function functions(y!::Fixed, x::Fixed)
    y! += exp(sin(x)) * log(1 + x^2)
    y! += sqrt(x) * atan(x)
end

"A long sum: 1/i^2 for i from 1 to n."
@i function series(y!::Fixed, n::Int)
    for i = 1:n
        @routine begin
            t ← 0.0
            d ← 0.0
            t += i
            d += 1 / t
        end
        y! += d^2
        ~@routine
    end
end

"A rotation by θ, n times: three shears each, undone exactly."
@i function turn!(x!::Fixed, y!::Fixed, θ::Fixed, n::Int)
    for i = 1:n
        ROT(x!, y!, θ)
    end
end

# run functions --set x=1.3
#     tolerance 1e-10
#     value y! 3.636968663028391
# run series --set n=100
#     tolerance 1e-10
#     value y! 1.6349839001848928651
