# Local arrays: what is undone before they are freed is not looked at again; what is not undone traps. Gradients end with them on either side.
@i function rectified!(y!::Fixed, x::Vector{Fixed}, k::Int)
    @routine begin
        h ← zeros(Fixed, length(x))
        for i = 1:length(x)
            h[i] += x[i] * 2
            h[i] += x[k]
        end
    end
    for i = 1:length(h)
        y! += max(h[i], 0)
    end
    ~@routine
end

# the words of the first call's array are those of the second's
@i function twice(y!::Fixed, x::Vector{Fixed})
    rectified!(y!, x, 1)
    rectified!(y!, x, 2)
end

# forward, and backward in a program that runs forward: gradients end at the other side
@i function there_and_back(y!::Fixed, z!::Fixed, x::Vector{Fixed})
    rectified!(y!, x, 3)
    (~rectified!)(z!, x, 1)
    rectified!(y!, x, 2)
end

# x is changed between: the array is not zero again
@i function disturbed(y!::Fixed, x!::Vector{Fixed})
    @routine begin
        h ← zeros(Fixed, length(x!))
        for i = 1:length(x!)
            h[i] += x![i] * 2
        end
    end
    for i = 1:length(h)
        y! += h[i]
    end
    x![2] += 1.0
    ~@routine
end

# the same by hand, by way of a scalar of the block, and in the array itself
@i function disturbed_by_hand(y!::Fixed, x!::Vector{Fixed})
    h ← zeros(Fixed, length(x!))
    h .+= x!
    y! += h[2]
    x! .+= 1.0
    h .-= x!
    h → zeros(Fixed, length(x!))
end

@i function scalar_disturbed(y!::Fixed, c!::Fixed, x::Vector{Fixed})
    @routine begin
        h ← zeros(Fixed, length(x))
        h .+= x .* c!
    end
    y! += h[1]
    c! += 0.5
    ~@routine
end

@i function not_undone(y!::Fixed, x::Vector{Fixed})
    h ← zeros(Fixed, length(x))
    h .+= x
    y! += h[1]
    h .-= x
    h[3] += x[1]
    h → zeros(Fixed, length(x))
end

# the second array reads the first one, which is gone when the second is to be undone
@i function wrong_order(y!::Fixed, x::Vector{Fixed})
    h ← zeros(Fixed, length(x))
    a ← zeros(Fixed, length(x))
    h .+= x
    a .+= h
    y! += a[1]
    h .-= x
    a .-= h
    a → zeros(Fixed, length(x))
    h → zeros(Fixed, length(x))
end

@i function by_calls(y!::Fixed, x::Vector{Fixed})
    h ← zeros(Fixed, length(x))
    a ← zeros(Fixed, length(x))
    scan!(h, x)
    scan!(a, h)
    y! += a[end]
    (~scan!)(a, h)
    (~scan!)(h, x)
    a → zeros(Fixed, length(x))
    h → zeros(Fixed, length(x))
end

@i function scan!(y!::Vector{Fixed}, x::Vector{Fixed})
    for i = 1:length(x)
        y![i] += x[i]
        if (i > 1, ~)
            y![i] += y![i-1]
        end
    end
end

@i function counted(n!::Int, x::Vector{Int})
    @routine begin
        h ← zeros(Int, 20)
        for i = 1:length(x)
            h[x[i]] += 1
        end
    end
    for i = 1:length(h)
        n! += h[i] * h[i]
    end
    ~@routine
end

#! run twice --set y!=0.5 --set x=[1,-2,3,0.25,-4,2,1.5,-1,0.5] --grad y!
#! value y! 30
#! gradient x [8,3,4,2,0,4,4,0,2]
#! restored true
#! run twice --set y!=0.5 --set x=[1,-2,3,0.25,-4,2,1.5,-1,0.5] --grad y! --keep-gradients
#! value y! 30
#! restored true
#! check twice --set y!=0.5 --set x=[1.25,-2,3,0.25,-4,2,1.5,-1,0.5]
#! run there_and_back --set y!=0.5 --set z!=0 --set x=[1,-2,3,0.25,-4,2,1.5,-1,0.5] --grad z!
#! gradient x [-8,0,-2,-2,0,-2,-2,0,-2]
#! restored true
#! check there_and_back --set y!=0.5 --set z!=0 --set x=[1.25,-2,3,0.25,-4,2,1.5,-1,0.5]
#! run there_and_back --set y!=0.5 --set z!=0 --set x=[1,-2,3,0.25,-4,2,1.5,-1,0.5] --grad z! --keep-gradients
#! restored true
#! run disturbed --set y!=0 --set x!=[1,2,3]
#! status 1
#! trap R0814
#! run disturbed_by_hand --set y!=0 --set x!=[1,2,3]
#! status 1
#! trap R0814
#! run scalar_disturbed --set y!=0 --set c!=1.5 --set x=[1,2,3]
#! status 1
#! trap R0814
#! run not_undone --set y!=0 --set x=[1,2,3]
#! status 1
#! trap R0814
#! run not_undone --set y!=0 --set x=[1,2,3] --backward
#! status 1
#! trap R0814
#! run wrong_order --set y!=0 --set x=[1,2,3]
#! status 1
#! trap R0814
#! run by_calls --set y!=0 --set x=[1,2,3,4] --grad y!
#! value y! 20
#! gradient x [4,3,2,1]
#! restored true
#! check by_calls --set y!=0 --set x=[1,2,3,4]
#! run counted --set n!=0 --set x=[3,4,3,3,20]
#! value n! 11
