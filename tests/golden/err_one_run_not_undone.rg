#! run --set x=[1,2]
@i function f(y!::Fixed, x::Vector{Fixed})
    s ← 0.0
    for i = 1:length(x)
        s += x[i]^2
    end
    y! += sqrt(s)
end
