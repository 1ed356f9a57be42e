# What cannot be undone stops the machine, with the source line.
@i function dirty(y!::Fixed, x::Fixed)
    t ← 0.0
    t += x
    y! += t
    t → 0.0
end

@i function wrong_post(y!::Fixed, x::Fixed)
    if (x > 0, y! > 0)
        y! -= x
    end
end

@i function overflow(y!::Fixed, x::Fixed)
    y! += x * x
end

@i function domain(y!::Fixed, x::Fixed)
    y! += log(x)
end

# The call moves the index of the element that it has: the element cannot be put back where it came from.
@i function advance(y!::Fixed, k!::Vector{Int})
    y! += 1.0
    k![1] += 1
end

@i function moved(x!::Vector{Fixed}, k!::Vector{Int})
    advance(x![k![1]], k!)
end

# And where the index is a sum.
@i function advance_by_one(y!::Fixed, k!::Int)
    y! += 1.0
    k! += 1
end

@i function moved_sum(x!::Vector{Fixed}, k!::Int)
    advance_by_one(x![k! + 1], k!)
end

#! run dirty --set x=1
#! status 1
#! trap R0814
#! says traps.rg:6
#! run dirty --set x=0
#! value y! 0
#! run wrong_post --set x=1 --set y!=0.5
#! status 1
#! trap R0811
#! says traps.rg:10
#! run wrong_post --set x=1 --set y!=3
#! value y! 2
#! run overflow --set x=2000
#! status 1
#! trap R0810
#! run domain --set x=-1
#! status 1
#! trap R0809
#! run domain --set x=1 --set nonsense=2
#! status 2
#! says nonsense
#! run moved --set x!=[10,20] --set k!=[1]
#! status 1
#! trap R0814
#! says `k!` was last changed here
#! run moved_sum --set x!=[10,20] --set k!=0
#! status 1
#! trap R0814
#! says `k!` was last changed here
