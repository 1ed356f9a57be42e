# Bennett's algorithm: many steps that cannot be undone in place, with few states kept. `using Bennett`
#
# The program says by a struct what a step is: `i_step!(y!, x, f::MySteps, i)` adds the state after step i to y!, of zeros, given the one
# before it, x. For k^m steps that is run (2k - 1)^m times, with m k states at a time (Bennett 1989).

"y! += the state after n steps, from step `first` on, of the state x: k recursions, each of a k-th of the steps. k from 2 on, n from 1 on."
@i function i_bennett!(y!::AbstractVector{Fixed}, x::AbstractVector{Fixed}, f, k::Int, first::Int, n::Int)
    @assert k >= 2 && n >= 1
    if (n == 1, ~)
        i_step!(y!, x, f, first)
    else
        @routine begin
            @zeros Int part parts
            part += (n + k - 1) ÷ k
            parts += (n + part - 1) ÷ part
            states ← zeros(Fixed, length(x), parts)
            states[:, 1] .+= x
            for j = 1:parts-1
                i_bennett!(states[:, j+1], states[:, j], f, k, first + (j - 1) * part, part)
            end
        end
        i_bennett!(y!, states[:, parts], f, k, first + (parts - 1) * part, n - (parts - 1) * part)
        ~@routine
    end
end

"y! += the state after N steps step!(next!, state; kwargs...) of the state x, as i_bennett! runs them."
@i function bennett(step!, y!::AbstractVector{Fixed}, x::AbstractVector{Fixed}; k, N, kwargs...)
    @assert k >= 2 && N >= 1
    if (N == 1, ~)
        step!(y!, x; kwargs...)
    else
        @routine begin
            @zeros Int part parts
            part += (N + k - 1) ÷ k
            parts += (N + part - 1) ÷ part
            states ← zeros(Fixed, length(x), parts)
            states[:, 1] .+= x
            for j = 1:parts-1
                bennett(step!, states[:, j+1], states[:, j]; k, N=part, kwargs...)
            end
        end
        bennett(step!, y!, states[:, parts]; k, N=N - (parts - 1) * part, kwargs...)
        ~@routine
    end
end
