# Symplectic integrators, exactly reversible. `using Integrators`
#
# The program says what it integrates by a struct and one routine,
#     @i function i_kick!(v!::Vector{Fixed}, q::Vector{Fixed}, h::Fixed, system::MySystem)    v! += h a(q), a: the acceleration
# and, when q' is not v, also
#     @i function i_drift!(q!::Vector{Fixed}, v::Vector{Fixed}, h::Fixed, system::MySystem)   q! += h q'(v)
# Each kick and drift adds what depends on the other half of the state alone: run backward, a trajectory comes back to the bit.

"q! += h v"
@i function i_drift!(q!::AbstractVector{Fixed}, v::AbstractVector{Fixed}, h::Fixed, system)
    q! .+= h .* v
end

"One step of length h, second order: half a kick, a drift, half a kick."
@i function i_leapfrog_step!(q!::AbstractVector{Fixed}, v!::AbstractVector{Fixed}, h::Fixed, system)
    i_kick!(v!, q!, h / 2, system)
    i_drift!(q!, v!, h, system)
    i_kick!(v!, q!, h / 2, system)
end

"One step of length h, fourth order (Forest and Ruth 1990): three leapfrog steps of lengths w h, (1 - 2w) h, w h, w = 1 / (2 - 2^(1/3))."
@i function i_forest_ruth_step!(q!::AbstractVector{Fixed}, v!::AbstractVector{Fixed}, h::Fixed, system)
    i_leapfrog_step!(q!, v!, 1.3512071919596578 * h, system)
    i_leapfrog_step!(q!, v!, -1.7024143839193153 * h, system)
    i_leapfrog_step!(q!, v!, 1.3512071919596578 * h, system)
end

"One step of length h, sixth order (Yoshida 1990, solution A): seven leapfrog steps."
@i function i_yoshida6_step!(q!::AbstractVector{Fixed}, v!::AbstractVector{Fixed}, h::Fixed, system)
    i_leapfrog_step!(q!, v!, 0.784513610477560 * h, system)
    i_leapfrog_step!(q!, v!, 0.235573213359357 * h, system)
    i_leapfrog_step!(q!, v!, -1.17767998417887 * h, system)
    i_leapfrog_step!(q!, v!, 1.31518632068391 * h, system)
    i_leapfrog_step!(q!, v!, -1.17767998417887 * h, system)
    i_leapfrog_step!(q!, v!, 0.235573213359357 * h, system)
    i_leapfrog_step!(q!, v!, 0.784513610477560 * h, system)
end

"n leapfrog steps of length h; neighbouring half kicks are joined, so n + 1 kicks."
@i function i_leapfrog!(q!::AbstractVector{Fixed}, v!::AbstractVector{Fixed}, h::Fixed, n::Int, system)
    if (n > 0, ~)
        i_kick!(v!, q!, h / 2, system)
        for i = 1:n-1
            i_drift!(q!, v!, h, system)
            i_kick!(v!, q!, h, system)
        end
        i_drift!(q!, v!, h, system)
        i_kick!(v!, q!, h / 2, system)
    end
end

"n Forest-Ruth steps of length h."
@i function i_forest_ruth!(q!::AbstractVector{Fixed}, v!::AbstractVector{Fixed}, h::Fixed, n::Int, system)
    for i = 1:n
        i_forest_ruth_step!(q!, v!, h, system)
    end
end

"n sixth order steps of length h."
@i function i_yoshida6!(q!::AbstractVector{Fixed}, v!::AbstractVector{Fixed}, h::Fixed, n::Int, system)
    for i = 1:n
        i_yoshida6_step!(q!, v!, h, system)
    end
end

"Points of masses m in the plane or in space that attract each other: a = -G Σ m (q - q') / |q - q'|^3. q holds the coordinates of the first point, then of the second; dimension: 2 or 3."
struct Gravity
    G::Fixed
    dimension::Int
    m::Vector{Fixed}
end

@i function i_kick!(v!::AbstractVector{Fixed}, q::AbstractVector{Fixed}, h::Fixed, system::Gravity)
    @assert length(q) == system.dimension * length(system.m)
    for i = 1:length(system.m), j = 1:length(system.m)
        if (i != j, ~)
            @routine begin
                @zeros Fixed r2 r pull
                for d = 1:system.dimension
                    r2 += (q[system.dimension*(j-1)+d] - q[system.dimension*(i-1)+d])^2
                end
                r += sqrt(r2)
                pull += h * system.G * system.m[j] / r2 / r
            end
            for d = 1:system.dimension
                v![system.dimension*(i-1)+d] += pull * (q[system.dimension*(j-1)+d] - q[system.dimension*(i-1)+d])
            end
            ~@routine
        end
    end
end

"out! += the energy of the system per unit of G: Σ m |v|^2 / 2 - G Σ m m' / |q - q'|."
@i function i_energy(out!::Fixed, q::AbstractVector{Fixed}, v::AbstractVector{Fixed}, system::Gravity)
    for i = 1:length(system.m)
        for d = 1:system.dimension
            out! += system.m[i] * v[system.dimension*(i-1)+d]^2 / 2
        end
        for j = 1:i-1
            @routine begin
                @zeros Fixed r2 r
                for d = 1:system.dimension
                    r2 += (q[system.dimension*(j-1)+d] - q[system.dimension*(i-1)+d])^2
                end
                r += sqrt(r2)
            end
            out! -= system.G * system.m[i] * system.m[j] / r
            ~@routine
        end
    end
end
