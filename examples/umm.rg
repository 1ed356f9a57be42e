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

#! run --set x!=[[1],[2],[3],[4]] --set θ=[0.1,0.2,0.3,0.4,0.5,0.6] --grad x![1,1]
#! tolerance 1e-10
#! value x! [[0.527884810862407],[0.976509453347788],[-1.45792319793598],[5.16161087867957]]
#! restored true
#! run --set x!=[[1],[2],[3],[4]] --set θ=[0.1,0.2,0.3]
#! status 1
#! trap R0815
#! run --set x!=[[1],[2],[3],[4]] --set θ=[0.1,0.2,0.3,0.4,0.5,0.6] --grad x![1,1]
#! tolerance 1e-11
#! gradient x! [[0.95533648912560602],[-0.28962947762551558],[0.05841749223216956],[-0.00586129992716909]]
#! gradient θ [-0.25125386871018551,0.86631041200974819,-1.677355277082718,0,0,0]
#! restored true
#! run --set x!=[[1],[2],[3],[4]] --set θ=[0.1,0.2,0.3,0.4,0.5,0.6] --grad x![3,1]
#! tolerance 1e-11
#! gradient θ [-3.62847854548958525,-0.4612310434317858,0.20887714222042863,-4.26539466192261152,0.80594803014391095,-5.16161087867957189]
#! restored true
#! check --set x!=[[1,-1],[2,0.5],[3,0.25]] --set θ=[0.1,-2.5,3.2]
