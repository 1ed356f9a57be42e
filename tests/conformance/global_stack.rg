# What one routine leaves on the global stack another one takes; the host gives an empty one, and has what is left.
@i function square!(x!)
    x2 ← zero(x!)
    x2 += x!^2
    PUSH!(x!)
    SWAP(x!, x2)
end

@i function moved!(x!)
    x2 ← zero(x!)
    x2 += x!^2
    GLOBAL_STACK[end+1] ↔ x!
    x!::∅ ↔ x2
end

@i function there_and_back(y!::Fixed, x!::Fixed)
    square!(x!)
    moved!(x!)
    y! += x!
    (~moved!)(x!)
    (~square!)(x!)
end

@i function keep!(y!::Fixed, x!::Fixed)
    square!(x!)
    y! += 3x!
end

@i function many!(x!::Fixed, n::Int)
    for i = 1:n
        COPYPUSH!(x!)
    end
end

@i function of_two_types!(x!::Fixed, n!::Int)
    GLOBAL_STACK[end+1] ↔ x!
    GLOBAL_STACK[end+1] ↔ n!
    m ← 3
    n!::∅ ↔ m
    GLOBAL_STACK[end] ↔ k::Int
    GLOBAL_STACK[end] ↔ x!::∅
    n! += k
    x! += n!
    n! -= k
    m::∅ ↔ n!
    n!::∅ ↔ k
    m → 3
end

@i function takes!(x!::Fixed)
    POP!(x!)
end

@i function swapped!(x!::Fixed, y!::Fixed)
    s ← stack(Fixed, 4)
    s[end+1] ↔ x!
    s[end+1] ↔ y!
    s[end] ↔ x!::∅
    s[end] ↔ y!::∅
    s → stack(Fixed, 4)
end

@i function in_a_branch!(x!::Fixed, y!::Fixed)
    if (y! > 1, ~)
        s ← stack(Fixed, 4)
        s[end+1] ↔ x!
        t ← 0.0
        t += y!
        x!::∅ ↔ t
        t::∅ ↔ x!
        t -= y!
        t → 0.0
        s[end] ↔ x!::∅
        s → stack(Fixed, 4)
    end
end

#! run there_and_back --set x!=2 --grad y!
#! value y! 16
#! value x! 2
#! gradient x! 32
#! restored true
#! check there_and_back --set x!=1.5
#! run keep! --set x!=2 --grad y!
#! value y! 12
#! value x! 4
#! value GLOBAL_STACK [17592186044416]
#! gradient x! 12
#! restored true
#! run keep! --set x!=4 --set y!=12 --set GLOBAL_STACK=[5,17592186044416] --backward
#! value y! 0
#! value x! 2
#! value GLOBAL_STACK [5,0]
#! run many! --set x!=1 --set n=3
#! value GLOBAL_STACK [8796093022208,8796093022208,8796093022208]
#! run many! --set x!=1 --set n=257
#! status 1
#! says is full
#! run of_two_types! --set x!=2.5 --set n!=7
#! value x! 12.5
#! value n! 7
#! run takes! --set x!=0
#! status 1
#! says is empty
#! run swapped! --set x!=2 --set y!=3 --grad x!
#! value x! 3
#! value y! 2
#! gradient y! 1
#! restored true
#! run in_a_branch! --set x!=2 --set y!=3 --grad x!
#! value x! 2
#! gradient x! 1
#! check swapped! --set x!=2 --set y!=3
