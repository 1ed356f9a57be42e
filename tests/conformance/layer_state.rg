# A struct of arrays as the state of a layer, within @routine.
struct Net{T}
    W::Matrix{T}
    b::Vector{T}
end
struct Trace{T}
    pre::Vector{T}
    post::Vector{T}
    norm::T
end
@i function layer!(t!::Trace, n::Net, x)
    for i = 1:size(n.W, 1)
        t!.pre[i] += n.b[i]
        for j = 1:size(n.W, 2)
            t!.pre[i] += n.W[i, j] * x[j]
        end
        t!.post[i] += tanh(t!.pre[i])
    end
    for p in t!.post
        t!.norm += p ^ 2
    end
end
@i function loss(out!::Fixed, n::Net{Fixed}, x::Vector{Fixed})
    @routine begin
        t ← Trace(zeros(Fixed, length(n.b)), zeros(Fixed, length(n.b)), 0.0)
        layer!(t, n, x)
    end
    out! += sqrt(t.norm) + t.post[end]
    ~@routine
end

#! run loss --set 'n={"W": [[1.0, -0.5], [0.25, 0.75], [0.5, 1.5]], "b": [0.1, 0.2, -0.3]}' --set 'x=[0.8, -0.4]' --grad out!
#! value out! 0.46755195593369
#! gradient n {"W": [[0.24743453180983, -0.12371726590492], [0.084914445670283, -0.042457222835141], [0.31641810667424, -0.15820905333712]], "b": [0.30929316476229, 0.10614305708785, 0.3955226333428]}
#! gradient x [0.53359024570565, 0.51824466044894]
#! restored true
#! check loss --set 'n={"W": [[1.0, -0.5], [0.25, 0.75], [0.5, 1.5]], "b": [0.1, 0.2, -0.3]}' --set 'x=[0.8, -0.4]'
