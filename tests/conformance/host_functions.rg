# Functions of Julia with statements: assignments, branches, early returns, loops over arrays and constant numbers.
const HALF = 0.5

function gelu(x; k=HALF)
    c = sqrt(2 / π)
    t = tanh(c * (x + 0.044715 * x^3))
    k * x * (1 + t)
end

function clip(x)
    if x > 2
        return 2.0
    elseif x < -2
        return -2.0
    end
    y = x
    if x > 1
        y = 1 + (x - 1)^2
        z = y
    end
    return y
end

function mean(v::Vector{Fixed})
    s = 0.0
    for x in v
        s += x
    end
    return s / length(v)
end

function rms(v::Vector{Fixed})
    s = 0.0
    for i = 1:length(v)
        s += v[i]^2
    end
    sqrt(s / length(v))
end

function product(v::Vector{Fixed}, w::Vector{Fixed})
    s, n = 0.0, 0.0
    for (a, b) in zip(v, w)
        s += a * b
        n += 1
    end
    for i in eachindex(v)
        s -= v[i] / w[i]
    end
    return s * n
end

function energy(x0, v0; k=2)
    x, v = x0, v0
    for n = 1:5
        a = -k * x
        v += 0.125 * a
        x += 0.125 * v
    end
    return 0.5 * v^2 + 0.5 * k * x^2
end

function sums(A::Matrix{Fixed})
    s = 0.0
    for row in A, x in row
        s += x > 0 ? x : 0
    end
    return s
end

function large(x)
    return x > HALF
end

add(x, k=2, m=k + 1) = x * k + m

@i function activations(y!::Fixed, x::Fixed)
    y! += gelu(x) * gelu(x; k=2) + clip(x)
end

@i function clips(y!::Fixed, v::Vector{Fixed})
    y! += sum(clip.(v))
end

@i function means(y!::Fixed, v::Vector{Fixed}, w::Vector{Fixed})
    y! += mean(v)^2 + rms(w)
    y! -= product(v, w)
end

@i function orbit(y!::Fixed, x::Fixed, v::Fixed)
    if (large(x), ~)
        y! += energy(x, v; k=3)
    end
end

@i function defaults(y!::Fixed, x::Fixed)
    y! += add(x) + 10 * add(x, 3) + 100 * add(x, 3, 5) + 1000 * add(x; m=7)
end

#! run activations --set y!=0 --set x=1.5 --grad y!
#! value y! 9.085202396363744
#! restored true
#! check activations --set y!=0 --set x=1.5
#! check activations --set y!=0 --set x=0.25
#! run clips --set v=[3,-3,1.5,0.5] --grad y!
#! value y! 1.75
#! gradient v [0,0,1,1]
#! restored true
#! check means --set y!=0 --set v=[1,2,4] --set w=[0.5,3,2]
#! run means --set v=[1,2,4] --set w=[0.5,3,2]
#! value y! -21.953968853402472
#! check orbit --set y!=0 --set x=0.75 --set v=-0.5
#! run orbit --set x=0.25 --set v=1
#! value y! 0
#! run sums --set A=[[1,-2],[3,4]] --grad out!
#! value out! 8
#! gradient A [[1,0],[1,1]]
#! run defaults --set x=2
#! value y! 12207
