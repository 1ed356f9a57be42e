# One step of the pendulum without mass that examples/bennett.rg makes, for a host that takes the steps itself.
@i function pendulum(y!::Fixed, x::Fixed)
    y! += x - sin(x) / 64
end

# run pendulum --set x=1 --grad y!
#     tolerance 1e-11
#     value y! 0.986852015862381
#     gradient x 0.991557776782916
#     restored true
