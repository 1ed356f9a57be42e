# Rosenbrock's chained valley: sum over i of (1 - x[i])^2 + 10 (x[i+1] - x[i]^2)^2. Its gradient has a closed form.
@i function valley(y!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)-1
        y! += (1 - x[i])^2 + 10 * (x[i+1] - x[i]^2)^2
    end
end

# run valley --set x=[0.6,0.9,1.2] --grad y!
#     tolerance 1e-10
#     value y! 4.607
#     gradient x [-13.76,-3.44,7.8]
#     restored true
