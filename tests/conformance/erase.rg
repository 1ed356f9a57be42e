# Values erased on purpose: results stay, what was erased is 0, and a trap behind it is reported as ever.
#! run one --set x=0.5
#! value y! 1.6487212707001
#! run several --set x=2.0 --set n=5
#! value y! 30
#! value k! 15
#! run in_branches --set x=-1.5
#! value y! 2.25
#! run in_branches --set x=1.5
#! value y! 1.5
#! run asserted --set x=1.5 --grad y! --keep-gradients
#! value y! 3.375
#! gradient x 6.75
#! restored true
#! run mirrored --set x=0.5
#! value y! 11.4589560825987
#! run one --set x=0.5 --backward
#! status 2
#! says R0930
#! run one --set x=0.5 --grad y!
#! status 2
#! says R0930
#! run asserted --set x=1.5 --grad y!
#! status 1
#! says R0931
@i function one(y!::Fixed, x::Fixed)
    t ← 0.0
    t += exp(x)
    y! += t
    @erase t
end

# Numbers of every type, in a loop, some of them in memory.
@i function several(y!::Fixed, k!::Int, x::Fixed, n::Int)
    for i = 1:n
        a ← 0.0
        b ← 0
        c ← false
        l ← one(Log)
        a += i * x
        b += i
        c ⊻= i > 3
        l *= a
        y! += a
        k! += b
        @erase a b
        @erase c l
    end
end

@i function square(t!::Fixed, x::Fixed)
    t! += x * x
end

@i function in_branches(y!::Fixed, x::Fixed)
    if (x < 0.0, ~)
        t ← 0.0
        square(t, x)
        y! += t
        @erase t
    else
        y! += x
    end
end

# Where a statement stands with its inverse, one of them an erasure.
@i function mirrored(y!::Fixed, x::Fixed)
    a ← 0.0
    b ← 0.0
    c ← 0.0
    a += exp(x) * sin(x) + log(x + 2.0) * cos(x + 1.0)
    b += exp(a) * sin(a) + log(a + 2.0) * cos(a + 1.0)
    c += exp(b) * sin(b) + log(b + 2.0) * cos(b + 1.0)
    y! += a + b + c
    @erase c b a
    a ← 0.0
    b ← 0.0
    c ← 0.0
    a += exp(x) * sin(x) + log(x + 2.0) * cos(x + 1.0)
    b += exp(a) * sin(a) + log(a + 2.0) * cos(a + 1.0)
    c += exp(b) * sin(b) + log(b + 2.0) * cos(b + 1.0)
    y! += a + b + c
    c -= exp(b) * sin(b) + log(b + 2.0) * cos(b + 1.0)
    b -= exp(a) * sin(a) + log(a + 2.0) * cos(a + 1.0)
    a -= exp(x) * sin(x) + log(x + 2.0) * cos(x + 1.0)
    @erase a b c
end

@assert_reversible
@i function asserted(y!::Fixed, x::Fixed)
    @routine begin
        t ← 0.0
        t += x * x
    end
    y! += t * x
    ~@routine
end
