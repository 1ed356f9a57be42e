# Stacks of arrays, and arrays on the stack of words: pushed, copied, moved with their name, and values that are pushed.
@i function moved(y!::Fixed, x::Vector{Fixed}, M!::Matrix{Fixed})
    s ← stack(Vector{Fixed}, 4)
    v ← zeros(Fixed, length(x))
    v .+= x
    PUSH!(s, v)
    v .+= 2 .* x
    COPYPUSH!(s, v)
    w ← zeros(Fixed, 2)
    w[1] += x[1] * x[2]
    s[end+1] ↔ w
    PUSH!(M!)
    M![1, 1] += x[1]
    y! += M![1, 1] * v[2]
    M![1, 1] -= x[1]
    POP!(M!)
    s[end] ↔ u::∅
    y! += u[1] * v[1]
    u[1] -= x[1] * x[2]
    u → zeros(Fixed, 2)
    COPYPOP!(s, v)
    v .-= 2 .* x
    POP!(s, v)
    y! += v[1]
    v .-= x
    v → zeros(Fixed, length(x))
    s → stack(Vector{Fixed}, 4)
end

@i function kept(y!::Fixed, x::Vector{Fixed}, M::Matrix{Fixed})
    s ← Stack{Matrix{Fixed}}(3)
    s[end+1] ← M
    t ← Vector{Fixed}[]
    s[end+1] ← M
    t[end+1] ← x
    for k = 1:3
        a ← zeros(Fixed, k)
        a .+= x[k]
        t[end+1] ↔ a
    end
    for k = 3:-1:1
        t[end] ↔ b::∅
        y! += sum(b) * k
        b .-= x[k]
        b → zeros(Fixed, k)
    end
    t[end] → x
    s[end] → M
    t → Vector{Fixed}[]
    s[end] → M
    s → Stack{Matrix{Fixed}}(3)
end

@i function popped(x::Vector{Fixed}, n::Int)
    s ← stack(Vector{Fixed}, 4)
    s[end+1] ← x
    v ← zeros(Fixed, n)
    POP!(s, v)
    PUSH!(s, v)
    v → zeros(Fixed, n)
    s[end] → x
    s → stack(Vector{Fixed}, 4)
end

@i function open(y!::Fixed, v!::Vector{Fixed})
    st ← []
    x ← [0.3]
    st[end+1] ← x
    x[1] += v![1]
    y! += x[1] * v![2]
    x[1] -= v![1]
    st[end] → x
    x → [0.3]
    st → []
    s ← []
    PUSH!(s, v!)
    POP!(s, v!)
    s → []
    q ← []
    q[end+1] ← y!
    q[end] → y!
    q → []
end

#! run moved --set x=[2,3] --set M!=[[1,2],[3,4]] --grad y!
#! value y! 38
#! gradient x [31,12]
#! restored true
#! check moved --set x=[2,3] --set M!=[[1,2],[3,4]]
#! run kept --set x=[2,3,4] --set M=[[1,2],[3,4]] --grad y!
#! value y! 50
#! gradient x [1,4,9]
#! restored true
#! run popped --set x=[2,3,4] --set n=3
#! value x [2,3,4]
#! check open --set v!=[2,3]
#! run open --set v!=[2,3] --grad y!
#! value y! 6.8999999999998636
#! gradient v! [3,2.2999999999999545]
#! restored true
