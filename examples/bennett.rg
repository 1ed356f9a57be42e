# Bennett's time-space trade-off (NiLang, listing 12): k^n steps of a program that only runs forward, with n(k-1)+2 states at a time
# instead of k^n+1, for (2k-1)^n steps computed or uncomputed. The listing keeps its states in a dictionary. Here `state!` has room
# for n(k-1)+2 of them and not one more, and a step may only fill an empty place.

"The place of state i, from 0 to k^n: states between two parts of one level of the recursion need k-1 places, whatever the part."
@i function place(p!::Int, k::Int, i::Int)
    if (i == 0, ~)
        p! += 1
    elseif (i % k != 0, ~)
        p! += i % k + 1
    else
        p! += k - 1
        place(p!, k, i ÷ k)
    end
end

"One step of a pendulum without mass: y! becomes x - h sin(x)."
@i function step(y!::Fixed, x::Fixed)
    @assert y! == 0
    y! += x - sin(x) / 64
end

"The step of the listing; 2^256 needs a logarithmic number."
@i function step(y!::Log, x::Log)
    @assert y! == 1
    y! *= 2 * x
end

"sign is 1 where steps are computed and -1 where they are uncomputed, so that steps![s] counts both while s states are alive."
@i function bennett(state!::Vector{T}, steps!::Vector{Int}, alive!::Int, k::Int, base::Int, len::Int, sign::Int) where T
    if (len == 1, ~)
        @routine begin
            from ← 0
            to ← 0
            place(from, k, base)
            place(to, k, base + 1)
        end
        alive! += 1
        steps![alive!] += sign
        step(state![to], state![from])
        ~@routine
    else
        n ← 0
        n += len ÷ k
        # the P process
        for j = 1:k
            bennett(state!, steps!, alive!, k, base + n * (j-1), n, sign)
        end
        # the Q process
        for j = k-1:-1:1
            (~bennett)(state!, steps!, alive!, k, base + n * (j-1), n, -sign)
        end
        n -= len ÷ k
        n → 0
    end
end


"len = k^n steps from start to out!, with the states in a vector of this routine that is empty again behind it."
@i function simulate(out!::Fixed, start::Fixed, steps!::Vector{Int}, k::Int, n::Int, len::Int)
    state ← zeros(Fixed, n * (k-1) + 2)
    alive ← 1
    state[1] ↔ start
    bennett(state, steps!, alive, k, 0, len, 1)
    state[1] ↔ start
    state[end] ↔ out!
    alive → 2
    state → zeros(Fixed, n * (k-1) + 2)
end

"The test of the listing: 1 doubled k^n times."
@i function doubling(out!::Log, start::Log, steps!::Vector{Int}, k::Int, n::Int, len::Int)
    state ← ones(Log, n * (k-1) + 2)
    alive ← 1
    state[1] ↔ start
    bennett(state, steps!, alive, k, 0, len, 1)
    state[1] ↔ start
    state[end] ↔ out!
    alive → 2
    state → ones(Log, n * (k-1) + 2)
end

# k = n = 4: 2401 = (2k-1)^n steps, at most 14 = n(k-1)+2 states, for 256 steps. 2401 is the sum of steps!.
#! run doubling --set k=4 --set n=4 --set len=256 --set steps!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]
#! value out! 1.157920892373161954e77
#! value steps! [0,1,8,32,88,184,304,408,448,400,288,160,64,16,0,0]
# k = 4, n = 3: 343 steps, at most 11 states, for 64 steps.
#! run simulate --set start=1 --set k=4 --set n=3 --set len=64 --set steps!=[0,0,0,0,0,0,0,0,0,0,0,0,0] --grad out!
#! tolerance 1e-11
#! value out! 0.394300995247336358
#! value steps! [0,1,6,18,38,60,72,68,48,24,8,0,0]
#! gradient start 0.457923756792461208
#! restored true
# A vector of n(k-1)+1 states is too small.
#! run bennett --set k=3 --set len=9 --set sign=1 --set alive!=1 --set state!=[1.0,0,0,0,0] --set steps!=[0,0,0,0,0,0]
#! status 1
#! trap R0807
#! run bennett --set k=3 --set len=9 --set sign=1 --set alive!=1 --set state!=[1.0,0,0,0,0,0] --set steps!=[0,0,0,0,0,0]
#! value steps! [0,1,4,8,8,4]
#! value alive! 2
