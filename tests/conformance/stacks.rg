# Stacks: pushed and popped values with their gradients, copies, renaming, room and emptiness checked.
const TABLE = [1.5, 2.5, -4]
const ORDER = [3, 1, 2]

@i function keep(y!::Fixed, x!::Fixed)
    s ← stack(Fixed, 4)
    PUSH!(s, x!)
    x! += 2.0
    y! += x!^2
    x! -= 2.0
    POP!(s, x!)
    y! += x!^3
    s → stack(Fixed, 4)
end

@i function own(y!::Fixed, x!::Fixed, n!::Int, b!::Bool)
    PUSH!(x!)
    PUSH!(n!)
    PUSH!(b!)
    y! += x! + n!
    POP!(b!)
    POP!(n!)
    POP!(x!)
    COPYPUSH!(FLOAT64_STACK, x!)
    y! += x!
    COPYPOP!(FLOAT64_STACK, x!)
end

@i function fill!(s!::Stack{Fixed}, n::Int, x::Fixed)
    for i = 1:n
        s![end+1] ← i * x
    end
end

@i function sum_of(y!::Fixed, n::Int, x::Fixed)
    @routine begin
        s ← Float64[]
        fill!(s, n, x)
    end
    y! += length(s) + s[end]
    for v in s
        y! += v^2
    end
    ~@routine
end

@i function moves(x!::Fixed, y!::Fixed)
    s ← stack(Fixed, 10)
    t ← 0.0
    t += x!
    s[end+1] ↔ t
    s[end] ↔ u::∅
    y! += u^2
    v::∅ ↔ u
    ~(v::∅ ↔ u)
    s[end+1] ↔ u
    ~(s[end+1] ↔ w)
    w -= x!
    w → 0.0
    s → stack(Fixed, 10)
end

@i function renamed(y!::Fixed, x::Fixed)
    a ← [x, 2.0, x]
    b::∅ ↔ a
    y! += b[1] * b[2] * b[3]
    a::∅ ↔ b
    a → [x, 2.0, x]
end

@i function table(y!::Fixed, i::Int)
    y! += TABLE[ORDER[i]]
    for t in TABLE
        y! += t
    end
end

@i function full(x!::Fixed, n::Int)
    s ← stack(Fixed, 3)
    for i = 1:n
        s[end+1] ← x!
    end
    for i = 1:n
        s[end] → x!
    end
    s → stack(Fixed, 3)
end

@i function empty(x!::Fixed)
    s ← stack(Fixed, 3)
    POP!(s, x!)
    PUSH!(s, x!)
    s → stack(Fixed, 3)
end

@i function occupied(x!::Fixed)
    s ← stack(Fixed, 3)
    s[end+1] ← 0.5
    POP!(s, x!)
    x! -= 0.5
    s → stack(Fixed, 3)
end

@i function left(x::Fixed)
    s ← stack(Fixed, 3)
    s[end+1] ← x
    s → stack(Fixed, 3)
end

@i function vector(v!::Vector{Fixed}, x!::Fixed)
    PUSH!(v!, x!)
end

#! run keep --set x!=3 --grad y!
#! value y! 31
#! value x! 3
#! gradient x! 27
#! restored true
#! run own --set x!=3 --set n!=7 --set b!=true --grad y!
#! value y! 3
#! value n! 7
#! value b! true
#! gradient x! 1
#! restored true
#! run sum_of --set n=3 --set x=0.5 --grad y!
#! value y! 8
#! gradient x 17
#! restored true
#! run sum_of --set n=300 --set x=0.5
#! status 1
#! trap R0815
#! says the stack `s!` is full
#! run moves --set x!=3 --grad y!
#! value y! 9
#! gradient x! 6
#! restored true
#! run renamed --set x=3 --grad y!
#! value y! 18
#! gradient x 12
#! restored true
#! run table --set i=1
#! value y! -4
#! run table --set i=3
#! value y! 2.5
#! run full --set x!=1 --set n=3
#! value x! 1
#! run full --set x!=1 --set n=4
#! status 1
#! says the stack `s` is full
#! run empty --set x!=0
#! status 1
#! says the stack `s` is empty
#! run occupied --set x!=0
#! value x! 0
#! run occupied --set x!=1
#! status 1
#! trap R0814
#! run left --set x=0
#! status 1
#! trap R0814
#! run vector --set v!=[1] --set x!=2
#! status 1
#! says not a stack
#! run vector --set v!=[] --set x!=2
#! status 1
#! says not a stack

# Renamed in both branches: it must be the same array.
@i function renamed_in_both(y!::Fixed, x::Fixed)
    a ← zeros(Fixed, 3)
    a[1] += x
    if (x > 0, x > 0)
        v::∅ ↔ a
        y! += 1
    else
        v::∅ ↔ a
    end
    y! += v[1]^2
    v[1] -= x
    v → zeros(Fixed, 3)
end

#! run renamed_in_both --set x=2 --grad y!
#! value y! 5
#! gradient x 4
#! run renamed_in_both --set x=-3
#! value y! 9

# Room is not length: an element above those that were pushed does not exist, also where the index is known before the run.
@i function second(y!::Fixed, x::Fixed, k::Int)
    s ← stack(Fixed, 4)
    @routine begin
        for i = 1:k
            s[end+1] ← i * x
        end
    end
    y! += s[2] + length(s)
    ~@routine
    s → stack(Fixed, 4)
end

@i function first_three(y!::Fixed, x::Fixed, k::Int)
    s ← stack(Fixed, 4)
    @routine begin
        for i = 1:k
            s[end+1] ← i * x
        end
    end
    for i = 1:3
        y! += s[i]
    end
    ~@routine
    s → stack(Fixed, 4)
end

#! run second --set x=1 --set k=1
#! status 1
#! trap R0807
#! run second --set x=1 --set k=2
#! value y! 4
#! run first_three --set x=1 --set k=2
#! status 1
#! trap R0807
#! run first_three --set x=1 --set k=3
#! value y! 6
