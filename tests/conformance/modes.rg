# Structs with complex parts in a vector: parts of it are turned in place, looked at, and turned back.
struct Mode{T}
    amp::Complex{T}
    freq::T
end
@i function advance!(m!::Mode{T}, dt::T) where T<:Real
    ROT(m!.amp.re, m!.amp.im, m!.freq * dt)
end
@i function advance_all!(ms!, dt; steps=1)
    for k = 1:steps
        for i = 1:length(ms!)
            advance!(ms![i], dt)
        end
    end
end
@i function energy!(e!, ms)
    for m in ms
        e! += abs2(m.amp) * m.freq + real(m.amp)
    end
end
@i function signal(out!::Fixed, ms!::Vector{Mode{Fixed}}, dt::Fixed)
    for block = 1:2:length(ms!)
        @routine begin
            e ← 0.0
            advance_all!(ms![block:block+1], dt; steps=block)
            energy!(e, ms![block:block+1])
        end
        out! += e * block
        ~@routine
        advance_all!(ms![block:block+1], dt)
        (~advance_all!)(ms![block:block+1], dt)
    end
end

#! run signal --set 'ms!=[{"amp": {"re": 1.0, "im": 0.5}, "freq": 0.5}, {"amp": {"re": 0.25, "im": -1.0}, "freq": 1.5}, {"amp": {"re": -0.5, "im": 0.75}, "freq": -1.0}, {"amp": {"re": 2.0, "im": 0.0}, "freq": 0.25}]' --set dt=0.125 --grad out!
#! value out! 9.5820933531396
#! gradient ms! [{"amp": {"re": 1.9980475107001, "im": 0.43754068215762}, "freq": 1.1798146158509}, {"amp": {"re": 1.7324733131013, "im": -3.1864032967623}, "freq": 1.1794840611138}, {"amp": {"re": 5.7915228657369, "im": -3.4011824127419}, "freq": 1.4463558964006}, {"amp": {"re": 5.986826059374, "im": -0.28083819370654}, "freq": 11.78937135472}]
#! gradient dt 8.6309627350053
#! restored true
#! check signal --set 'ms!=[{"amp": {"re": 1.0, "im": 0.5}, "freq": 0.5}, {"amp": {"re": 0.25, "im": -1.0}, "freq": 1.5}, {"amp": {"re": -0.5, "im": 0.75}, "freq": -1.0}, {"amp": {"re": 2.0, "im": 0.0}, "freq": 0.25}]' --set dt=0.125
