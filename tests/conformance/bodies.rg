# Bodies in a vector, two elements of it in one call, tuples as their parts: a trajectory there and back.
struct Body{T}
    q::Tuple{T,T}
    p::Tuple{T,T}
    m::T
end
@i function force!(a!::Body, b!::Body, h)
    @routine begin
        dx ← 0.0
        dy ← 0.0
        dx += b!.q.:1 - a!.q.:1
        dy += b!.q.:2 - a!.q.:2
        r3 ← 0.0
        r3 += (dx ^ 2 + dy ^ 2) ^ 1.5
        s ← 0.0
        s += h * a!.m * b!.m / r3
    end
    a!.p.:1 += s * dx
    a!.p.:2 += s * dy
    b!.p.:1 -= s * dx
    b!.p.:2 -= s * dy
    ~@routine
end
@i function step!(bs!::Vector{Body{Fixed}}, h)
    for i = 1:length(bs!)
        for j = i+1:length(bs!)
            force!(bs![i], bs![j], h)
        end
    end
    for i in eachindex(bs!)
        bs![i].q.:1 += h * bs![i].p.:1 / bs![i].m
        bs![i].q.:2 += h * bs![i].p.:2 / bs![i].m
    end
end
@i function nbody(y!::Fixed, bs!::Vector{Body{Fixed}}, h::Fixed)
    for k = 1:3
        step!(bs!, h)
    end
    y! += bs![1].q.:1 * bs![2].p.:2
    for k = 1:3
        ~step!(bs!, h)
    end
end

#! run nbody --set 'bs!=[{"q": [0.0, 0.0], "p": [0.1, 0.2], "m": 1.0}, {"q": [1.0, 0.5], "p": [0.0, -0.25], "m": 0.5}, {"q": [-1.0, 1.5], "p": [-0.1, 0.0], "m": 0.75}]' --set h=0.125 --grad y!
#! value y! -0.018943190562292
#! gradient bs! [{"q": [-0.33076046616112, -0.0019061965456538], "p": [-0.11636229563781, 0.00034439874920511], "m": 0.0071548467221707}, {"q": [0.028544751727802, 0.0068894962240463], "p": [0.0064255754309754, 0.063008059787869], "m": -0.029537793003843}, {"q": [0.00082942834737286, -0.0049832996783925], "p": [0.00017286752011998, -0.00056222131375372], "m": 0.0061278580464905}]
#! gradient h -0.24973356273317
#! restored true
#! check nbody --set 'bs!=[{"q": [0.0, 0.0], "p": [0.1, 0.2], "m": 1.0}, {"q": [1.0, 0.5], "p": [0.0, -0.25], "m": 0.5}, {"q": [-1.0, 1.5], "p": [-0.1, 0.0], "m": 0.75}]' --set h=0.125
