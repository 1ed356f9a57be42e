# Derivatives of intermediate values that do not fit with the first seed, as often in steps forward as in steps backward of one sweep: the
# count that runs down (GRADOVF) ends at 0, and the driver must take a smaller seed all the same. -O0: routines stay calls.

@i function scale(t!::Fixed, x::Fixed, a::Fixed)
    t! += x * a
end

# y = a b x by a call that is uncalled: the tangent of t overflows in both.
@i function uncomputed(y!::Fixed, x::Fixed, a::Fixed, b::Fixed)
    t ← 0.0
    scale(t, x, a)
    y! += t * b
    (~scale)(t, x, a)
    t → 0.0
end
#! run uncomputed --set x=0.00000095367431640625 --set a=600000 --set b=0.0009765625 --tangent x=1 -O0
#! tangent y! 585.9375
#! tangent x 1
#! restored true
#! run uncomputed --set x=0.00000095367431640625 --set a=600000 --set b=0.0009765625 --jacobian -O0
#! jacobian y!,x,a,b [[1,585.9375,9.3132257e-10,0.57220458984375],[0,1,0,0],[0,0,1,0],[0,0,0,1]]
#! run uncomputed --set x=0.0009765625 --set a=600 --set b=0.25 --tangent x=1 -O0
#! value y! 0.146484375
#! tangent y! 150
#! restored true

# y = a x c d e: in the run of a Hessian the tangent of t overflows on the way forward, and again where the sweep goes back over it;
# nothing else does.
@i function mixed(y!::Fixed, x::Fixed, a::Fixed, c::Fixed, d::Fixed, e::Fixed)
    t ← 0.0
    b ← 0.0
    s ← 0.0
    t += a * x
    b += c * d
    s += t * b
    y! += s * e
    s -= t * b
    b -= c * d
    t -= a * x
    s → 0.0
    b → 0.0
    t → 0.0
end
#! run mixed --set x=0.00000095367431640625 --set a=600000 --set c=1 --set d=0.0009765625 --set e=0.00390625 --hvp y! --tangent x=1
#! product c 2.288818359375
#! restored true

# u += a b x
@i function through(u!::Fixed, x::Fixed, a::Fixed, b::Fixed)
    t ← 0.0
    t += x * b
    u! += t * a
    t -= x * b
    t → 0.0
end

# w = 2 a b x, half of it by an uncall. The gradient sweep undoes the call and does what was uncalled; in both the cotangent of t,
# a times that of u, overflows.
@i function both_ways(w!::Fixed, x::Fixed, a::Fixed, b::Fixed)
    u ← 0.0
    v ← 0.0
    through(u, x, a, b)
    (~through)(v, x, a, b)
    w! += u - v
    through(v, x, a, b)
    (~through)(u, x, a, b)
    u → 0.0
    v → 0.0
end
#! run both_ways --set x=0.00000095367431640625 --set a=60000 --set b=0.0009765625 --grad w! -O0
#! gradient x 117.1875
#! gradient a 1.862645e-9
#! gradient b 0.11444091796875
#! restored true
#! run both_ways --set x=0.00000095367431640625 --set a=60000 --set b=0.0009765625 --grad w! --keep-gradients -O0
#! gradient x 117.1875
#! restored true
#! run both_ways --set x=0.001 --set a=600 --set b=0.25 --grad w! -O0
#! gradient x 300
#! restored true
