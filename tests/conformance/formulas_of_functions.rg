# Functions with a value that take functions, functions of bits without types, elements that may be the same one as arguments, x' * y.
function simpson(f, a, b)
    n = 10
    h = (b - a) / n
    s = f(a) + f(b)
    for i = 1:9
        s += (isodd(i) ? 4 : 2) * f(a + i * h)
    end
    return s * h / 3
end
both(f, g, x) = f(g(x)) + g(f(x))
twofold(f, x) = 2f(x)
rotated(x, k) = (x >>> k) | (x << (32 - k))
choice(e, f, g) = (e & f) ⊻ (~e & g)
kernel(x, y; l=1.0) = exp(-(x - y)^2 / (2l^2))
angle_between(z, w) = real(conj(z) * w)

@i function integral(y!::Fixed, c::Fixed)
    y! += simpson(x -> exp(-c * x^2), 0.0, 1.0) + both(sin, cos, c)
    y! -= twofold(t -> t + c, c)
end
@i function bits(n!::Int, x::Int, k::Int)
    n! += rotated(x, k) + choice(x, k, 5)
    n! += twofold(t -> t ⊻ 3, k)
end
@i function gram(y!::Fixed, x::Vector{Fixed}, z::Vector{Complex{Fixed}}, w::Vector{Fixed})
    for i = 1:length(x), j = 1:length(x)
        y! += kernel(x[i], x[j]; l=w[j]) * w[i] + angle_between(z[i], z[j])
    end
end
@i function form(y!::Fixed, A::Matrix{Fixed}, x::Vector{Fixed})
    for i = 1:size(A, 1)
        y! += x[i] * (A[i, :]' * x) + sin(x' * A[:, i])
    end
    if (x' * x > 1, ~)
        y! += 1
    end
end

#! run integral --set c=0.7 --grad y!
#! value y! -0.49951033105531417
#! restored true
#! check integral --set c=0.7
#! run bits --set x=5 --set k=3
#! value n! 2684354561
#! check gram --set x=[0.5,1,-1] --set 'z=[1,2,"1+1im"]' --set w=[1,0.5,2]
#! run gram --set x=[1,2] --set z=[0,0] --set w=[1,1] --grad y!
#! value y! 3.2130613194
#! restored true
#! check form --set A=[[2,1],[1,3]] --set x=[1,0.5]
#! run form --set A=[[2,1],[1,3]] --set x=[1,0.5]
#! value y! 5.946944288207913
