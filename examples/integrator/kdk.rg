# A leapfrog step of bodies that attract each other: half a kick, a drift, half a kick. Positions, velocities: a column for each body.
@i function kick!(v!::Matrix{Fixed}, x::Matrix{Fixed}, m::Vector{Fixed}, dt::Fixed)
    for i = 1:length(m), j = 1:length(m)
        if (j != i, ~)
            @routine begin
                @zeros Fixed dx dy dz d r r3 impulse f
                dx += x[1, j] - x[1, i]
                dy += x[2, j] - x[2, i]
                dz += x[3, j] - x[3, i]
                d += dx^2 + dy^2 + dz^2
                r += sqrt(d)
                r3 += d * r
                impulse += m[j] * dt
                f += impulse / r3
            end
            v![1, i] += f * dx
            v![2, i] += f * dy
            v![3, i] += f * dz
            ~@routine
        end
    end
end

@i function step!(x!::Matrix{Fixed}, v!::Matrix{Fixed}, m::Vector{Fixed}, dt::Fixed)
    half ← 0.0
    half += dt * 0.5
    kick!(v!, x!, m, half)
    for i = 1:length(m), k = 1:3
        x![k, i] += v![k, i] * dt
    end
    kick!(v!, x!, m, half)
    half -= dt * 0.5
    half → 0.0
end

"How far body `which` is from a target after `steps` steps, squared."
@i function miss(out!::Fixed, x!::Matrix{Fixed}, v!::Matrix{Fixed}, m::Vector{Fixed}, target::Vector{Fixed}, dt::Fixed, steps::Int, which::Int)
    for s = 1:steps
        step!(x!, v!, m, dt)
    end
    for k = 1:3
        out! += (x![k, which] - target[k])^2
    end
    for s = 1:steps
        ~step!(x!, v!, m, dt)
    end
end
