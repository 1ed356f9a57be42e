# What --optimise energy has to choose between (tests/cli/optimise.sh).
#! run ten --set x=[1,2,3,4,5,6,7,8,9,10] --set a=0.25
#! run loop --set x=[1,2,3,4] --set a=0.5 --set n=4
#! run loop --set x=[1,2,3,4] --set a=0.5 --set n=0
#! run once --set x=1.5
#! run lifted --set x=1.5
@i function loop(y!::Fixed, x::Vector{Fixed}, a::Fixed, n::Int)
    for i = 1:n
        @routine begin
            s ← 0.0
            s += sin(a)
            s += exp(a)
        end
        y! += s * x[i]
        ~@routine
    end
end

@i function ten(y!::Fixed, x::Vector{Fixed}, a::Fixed)
    for i = 1:10
        @routine begin
            s ← 0.0
            s += sin(a)
            s += exp(a)
        end
        y! += s * x[i]
        ~@routine
    end
end

@i function once(y!::Fixed, x::Fixed)
    @routine begin
        s ← 0.0
        s += exp(x)
        s += log(x)
        u ← 0.0
        u += s * s
    end
    y! += u
    ~@routine
end

# w changes behind what reads it, so it must come back as it was.
@i function lifted(y!::Fixed, x::Fixed)
    v ← zeros(Fixed, 2)
    @routine begin
        w ← 0.0
        w += exp(x)
        v[1] += w
        w += log(x)
    end
    y! += w * v[1]
    ~@routine
    v → zeros(Fixed, 2)
end

@i function inner(y!::Fixed, x::Fixed)
    t ← 0.0
    t += exp(x)
    y! += t * x
    t -= exp(x)
    t → 0.0
end

@i function both(y!::Fixed, x::Fixed)
    t ← 0.0
    inner(t, x)
    y! += t
    (~inner)(t, x)
    t → 0.0
end
