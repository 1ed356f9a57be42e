@i function swapadd(a!, b!)
    a! += b!
    a! ↔ b!
end
@i function visit(out!::Vector{Int}, a::Int, s::Int, b::Int)
    c ← 0
    for i = a:s:b
        c += 1
        out![c] += i
    end
    for i = a:s:b
        c -= 1
    end
    c → 0
end
@i function gcdlike(n!::Int, flag!::Bool, v!::Vector{Int}, f!::Fixed, l!::Log)
    if (n! > 5, n! > 15)
        t ← 0
        t += 10
        n! += t
    else
        t ← 0
        t += 3
    end
    n! -= t - 10
    n! += t - 10
    if (n! > 15, ~)
        t → 10
    else
        t → 3
    end
    swapadd(v![1], v![2])
    swapadd(v![3], n!)
    (~swapadd)(v![3], n!)
    flag! ⊻= n! > 3 && v![1] < 100 || false
    FLIP(flag!)
    v![n! - n! + 1] += 2
    ~begin
        v![2] += 5
        for i = 1:2:4
            v![i] += i * 10
        end
    end
    v![end] ⊻= 0xff
    ROL(v![4], 4)
    visit(v!, 1, 3, 9)
    ~visit(v!, 4, -2, 1)
    NEG(f!)
    f! += n! / 4 + v![1] * 0.5
    l! *= f!^2 * 3 / 2
    l! /= convert(2.0)
    l! *= 2.0
end
