# A product of plane rotations, the two-level decomposition of a unitary matrix (NiLang, listing 14).
# Each column uses the same angles, so k starts again for each.
@i function i_umm!(x!::Matrix{Fixed}, θ::Vector{Fixed})
    M ← size(x!, 1)
    N ← size(x!, 2)
    @safe @assert length(θ) == M*(M-1) ÷ 2
    for l = 1:N
        k ← 0
        for j=1:M
            for i=M-1:-1:j
                INC(k)
                ROT(x![i,l], x![i+1,l], θ[k])
            end
        end
        k → length(θ)
    end
    N → size(x!, 2)
    M → size(x!, 1)
end
