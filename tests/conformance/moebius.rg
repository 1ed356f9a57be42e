# A map of complex numbers by a struct of four, along parts of a vector, by generic routines in @routine within a stepped loop.
struct Moebius{T}
    a::T
    b::T
    c::T
    d::T
end

@i function apply!(w!::Complex{T}, m::Moebius{Complex{T}}, z::Complex{T}) where T
    w! += (m.a * z + m.b) / (m.c * z + m.d)
end

@i function each!(ws!, m, zs)
    for k = 1:length(zs)
        apply!(ws![k], m, zs[k])
    end
end

@i function energy(out!::Fixed, m::Moebius{Complex{Fixed}}, zs::Vector{Complex{Fixed}})
    for block = 1:2:length(zs)-1
        @routine begin
            ws ← zeros(Complex{Fixed}, 2)
            each!(ws, m, zs[block:block+1])
        end
        for k = 1:2
            out! += abs2(ws[k])
        end
        ~@routine
    end
end

#! run energy --set 'm={"a": {"re": 1.0, "im": 0.5}, "b": {"re": 0.3, "im": -0.2}, "c": {"re": 0.1, "im": 0.2}, "d": {"re": 1.5, "im": 0.0}}' --set 'zs=[{"re": 0.5, "im": 0.5}, {"re": -1.0, "im": 0.25}, {"re": 0.75, "im": -0.5}, {"re": 2.0, "im": 1.0}]' --grad out!
#! value out! 3.9910015965023
#! gradient m {"a": {"re": 6.4146095120093, "im": 2.4368313266316}, "b": {"re": 1.9906776244495, "im": 1.2411263482771}, "c": {"re": -7.301546375336, "im": 0.88119138913565}, "d": {"re": -4.9520578888654, "im": -1.0322856093205}}
#! gradient zs [{"re": 0.72957785467128, "im": 0.33251211072664}, {"re": -1.1846540157942, "im": 0.10739800198493}, {"re": 0.72305404896027, "im": -0.54533955981823}, {"re": 1.6416, "im": 1.2384}]
#! restored true
#! check energy --set 'm={"a": {"re": 1.0, "im": 0.5}, "b": {"re": 0.3, "im": -0.2}, "c": {"re": 0.1, "im": 0.2}, "d": {"re": 1.5, "im": 0.0}}' --set 'zs=[{"re": 0.5, "im": 0.5}, {"re": -1.0, "im": 0.25}, {"re": 0.75, "im": -0.5}, {"re": 2.0, "im": 1.0}]'
