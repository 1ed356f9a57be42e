# The heat equation u_t = u_xx on a ring, by explicit steps u[j] + c (u[j-1] - 2 u[j] + u[j+1]).
# Diffusion forgets: nearby states become alike. So a reversible machine keeps each step in a column
# and uncomputes it. Compare bennett.rg, which keeps n(k-1)+2 states of k^n.
"Column t+1 of u! from column t."
@i function step(u!::Matrix{Fixed}, t::Int, c::Fixed)
    n ← size(u!, 1)
    for j = 1:n
        u![j,t+1] += u![j,t] + c * (u![j == 1 ? n : j-1, t] - 2u![j,t] + u![j == n ? 1 : j+1, t])
    end
end

"steps steps from u0 to u!."
@i function heat(u!::Vector{Fixed}, u0::Vector{Fixed}, c::Fixed, steps::Int)
    @routine begin
        u ← zeros(Fixed, length(u0), steps + 1)
        u[:,1] .+= u0
        for t = 1:steps
            step(u, t, c)
        end
    end
    u! .+= u[:,end]
    ~@routine
end

# A unit of heat at one point: u[j] = 1/N sum_k (1 - 4 c sin(pi k/N)^2)^steps cos(2 pi k j/N), which is its own gradient in u0.
#! run heat --set u!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set u0=[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set c=0.4 --set steps=60 --grad u![1]
#! tolerance 1e-11
#! value u! [0.06538219352358725,0.065162796613338784,0.064538008825940227,0.063602952669376504,0.062499986198295278,0.061397027812055065,0.060461991174065882,0.059837222905217428,0.059617834079834412,0.059837222905217428,0.060461991174065882,0.061397027812055065,0.062499986198295278,0.063602952669376504,0.064538008825940227,0.065162796613338784]
#! gradient u0 [0.06538219352358725,0.065162796613338784,0.064538008825940227,0.063602952669376504,0.062499986198295278,0.061397027812055065,0.060461991174065882,0.059837222905217428,0.059617834079834412,0.059837222905217428,0.060461991174065882,0.061397027812055065,0.062499986198295278,0.063602952669376504,0.064538008825940227,0.065162796613338784]
#! gradient c -0.028034966925771993
#! restored true
#! check heat --set u!=[0,0,0] --set u0=[1,-0.5,2] --set c=0.3 --set steps=4
