# Int, Bool, Fixed and Log side by side.
@i function ints(q!::Int, r!::Int, b!::Bool, s!::Int, a::Int, n::Int)
    q! += a ÷ n
    r! += a % n
    b! ⊻= a > n && n != 0
    s! += (a << 3) + (a >> 1) - (a & 6) + (a | 9) + abs(n) + sign(n) + max(a, n)
end

@i function conversions(k!::Int, y!::Fixed, x::Fixed, n::Int)
    k! += floor(Int, x) + 10 * ceil(Int, x) + 100 * round(Int, x) + 1000 * trunc(Int, x)
    y! += n * x + n / 4
end

@i function logs(y!::Fixed, x::Fixed, w::Fixed)
    l ← one(Log)
    l *= convert(x)
    l *= convert(w)
    l /= convert(x)
    l *= convert(w)
    y! += convert(l)
    l /= convert(w)
    l *= convert(x)
    l /= convert(w)
    l /= convert(x)
    l → one(Log)
end

@i function inplace(a!::Fixed, b!::Fixed, m!::Int)
    SWAP(a!, b!)
    NEG(b!)
    INC(m!)
    DEC(m!)
    INC(m!)
    ROT(a!, b!, 0.25)
    m! ⊻= 12
end

@i function hadamard(a!::Fixed, b!::Fixed, y!::Fixed)
    HADAMARD(a!, b!)
    y! += a! * b!
    ~HADAMARD(a!, b!)
    HADAMARD(b!, a!)
end

@i function powers(p!::Int, q!::Int, r!::Int, a::Int, n::Int)
    p! += a ^ n
    q! -= a ^ 1000
    r! += a ^ 100
end

#! run hadamard --set a!=1 --set b!=2 --grad y!
#! value y! -1.5
#! value b! 2.1213203435596424
#! value a! 0.7071067811865475
#! restored true
#! run ints --set a=-17 --set n=5
#! value q! -3
#! value r! -2
#! value b! false
#! value s! -157
#! run ints --set a=3 --set n=0
#! status 1
#! trap R0808
#! run conversions --set x=-2.5 --set n=3
#! value k! -2223
#! value y! -6.75
#! run logs --set x=0.3 --set w=-1.7 --grad y!
#! value y! 2.89
#! gradient w -3.4
#! gradient x 0
#! restored true
#! run logs --set x=0 --set w=1
#! status 1
#! trap R0809
#! run inplace --set a!=1 --set b!=2 --set m!=3
#! value m! 8
#! value a! 2.18522880267581
#! value b! -0.474104503201599
#! run powers --set a=-1 --set n=1073741823
#! value p! -1
#! value q! -1
#! value r! 1
#! run powers --set a=0 --set n=64
#! value p! 0
#! value q! 0
#! run powers --set a=0 --set n=0
#! value p! 1
#! run powers --set a=6 --set n=70
#! value p! 0
#! value q! 0
#! run powers --set a=-6 --set n=5
#! value p! -7776
#! run powers --set a=3 --set n=5
#! status 1
#! trap R0808
#! run powers --set a=1 --set n=-1
#! status 1
#! trap R0808
