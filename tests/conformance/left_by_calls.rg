# An array of whole numbers that a call leaves changed is looked at where it ends. The routine is too long to stand in its callers.
@i function mark!(a::Vector{Int}, n::Int)
    for i = 1:n
        a[i] += i * i
        a[i] ⊻= n
        ROL(a[i], 3)
        a[i] += 7 * n
        a[i] ⊻= 5 * i
        ROR(a[i], 2)
        a[i] -= n * n * i
    end
    for i = 2:n
        a[i] += a[i - 1] * n
        a[i] ⊻= a[i - 1]
        SWAP(a[i], a[i - 1])
        a[i] -= a[i - 1] ÷ 3
    end
end

@i function left(y!::Int, n::Int)
    a ← zeros(Int, n)
    mark!(a, n)
    y! += a[n]
    a → zeros(Int, n)
end

@i function undone(y!::Int, n::Int)
    a ← zeros(Int, n)
    mark!(a, n)
    y! += a[n]
    ~mark!(a, n)
    a → zeros(Int, n)
end

#! run left --set y!=0 --set n=3
#! status 1
#! trap R0814
#! check undone --set y!=0 --set n=2
