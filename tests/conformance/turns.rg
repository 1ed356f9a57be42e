# Routines that end in uncomputing: for a gradient they turn where the uncomputing begins, if it is that. What they leave behind meanwhile stands in
# registers, in the frame, in local arrays, in stacks; what must not be left out is run.

"Scalars of three types and a matrix, made in the block and before it."
@i function mixed(y!::Fixed, x::Vector{Fixed}, g::Log)
    n ← length(x)
    s ← 0.0
    @routine begin
        A ← zeros(Fixed, n, 2)
        l ← one(g)
        p ← 0.0
        for i = 1:n
            A[i,1] += x[i] * x[i]
            A[i,2] += A[i,1] * x[i]
            s += A[i,2]
        end
        l *= g * g
        p += convert(Fixed, l)
        k ← 3
    end
    y! += s * p
    y! += A[k,1] * k
    ~@routine
    s → 0.0
    n → length(x)
end
#! run mixed --set x=[1,2,0.5] --set g=1.5 --grad y!
#! value y! 21.28125
#! gradient x [6.75,27,4.6875]
#! gradient g 27.375
#! gradient y! 1
#! restored true
#! sweep 87 156
#! check mixed --set x=[1,2,0.5] --set g=1.5

"Fifteen parameters: the last one lies in the frame of the caller."
@i function many(y!::Fixed, a::Fixed, b::Fixed, c::Fixed, d::Fixed, e::Fixed, f::Fixed, g::Fixed, h::Fixed, i::Fixed, j::Fixed, k::Fixed, l::Fixed, m::Fixed, n::Fixed)
    @routine begin
        p ← 0.0
        v ← zeros(Fixed, 2)
        p += a * b
        p += c * d
        v[1] += e * p
        v[2] += n * m
    end
    y! += v[1] * v[2]
    y! += f + g + h + i + j + k + l
    ~@routine
end
#! run many --set a=1 --set b=2 --set c=3 --set d=4 --set e=0.5 --set m=2 --set n=-1 --set f=1 --grad y!
#! value y! -13
#! gradient a -2
#! gradient e -28
#! gradient n 14
#! gradient m -7
#! gradient l 1
#! restored true

"A layer in a routine of its own, called and uncalled by hand."
@i function layer(h!::Vector{Fixed}, W::Matrix{Fixed}, x::Vector{Fixed})
    for i = 1:length(h!), j = 1:length(x)
        h![i] += W[i,j] * x[j]
    end
end

@i function by_hand(y!::Vector{Fixed}, W::Matrix{Fixed}, V::Matrix{Fixed}, x::Vector{Fixed})
    h ← zeros(Fixed, size(W, 1))
    layer(h, W, x)
    layer(y!, V, h)
    (~layer)(h, W, x)
    h → zeros(Fixed, size(W, 1))
end
#! run by_hand --set y!=[0,1] --set W=[[1,2],[3,4],[0.5,-1]] --set V=[[1,0,2],[0,1,-1]] --set x=[1,-2] --grad y![1]
#! value y! [2,-6.5]
#! gradient x [2,0]
#! gradient W [[1,-2],[0,0],[2,-4]]
#! gradient V [[-3,-5,2.5],[0,0,0]]
#! restored true

"Two blocks, one within the other's life; the loop that goes on depends on the data."
@i function nested(y!::Fixed, x::Fixed)
    @routine begin
        k ← 0
        p ← 0.0
        p += x
    end
    @routine begin
        q ← 0.0
        while (q < 4, k != 0)
            k += 1
            q += p * k
        end
    end
    y! += q * p
    ~@routine
    ~@routine
end
#! run nested --set x=1 --grad y!
#! value y! 6
#! gradient x 12
#! restored true
#! run nested --set x=0.5 --grad y! --keep-gradients
#! value y! 2.5
#! gradient x 10
#! restored true
#! run nested --set x=0.5 --hessian y!
#! hessian y!,x [[0,0],[0,20]]
#! restored true

"A stack that is not empty where the gradient turns."
@i function stacked(y!::Fixed, x::Vector{Fixed})
    s ← stack(Fixed, 8)
    @routine begin
        t ← 0.0
        for i = 1:length(x)
            t += x[i] * x[i]
            PUSH!(s, t)
        end
    end
    y! += s[1] * s[2]
    ~@routine
    s → stack(Fixed, 8)
end
#! run stacked --set x=[1,2,3] --grad y!
#! value y! 4
#! gradient x [8,4,0]
#! restored true

"What was computed is changed before it is uncomputed: the program is wrong, forth as well as back."
@i function disturbed(y!::Fixed, x!::Fixed)
    @routine begin
        t ← 0.0
        t += x! * 2
    end
    y! += t
    x! += 1
    ~@routine
end
#! run disturbed --set x!=1 --grad y!
#! status 1
#! trap R0814

"The same on the ancilla itself."
@i function spoilt(y!::Fixed, x::Fixed)
    @routine begin
        t ← 0.0
        t += x * 2
    end
    y! += t
    t += 1
    ~@routine
end
#! run spoilt --set x=1 --grad y!
#! status 1
#! trap R0814

"The block changes a parameter, which is read in between: the result is what stands there at the end."
@i function shifted(y!::Fixed, x!::Fixed)
    @routine begin
        x! += 3
    end
    y! += x! * x!
    ~@routine
end
#! run shifted --set x!=1 --grad y!
#! value y! 16
#! value x! 1
#! gradient x! 8
#! restored true

"A routine that is called changes it."
@i function move(x!::Vector{Fixed})
    x![1] += 3
end

@i function shifted_by_call(y!::Fixed, x!::Vector{Fixed})
    @routine begin
        move(x!)
    end
    y! += x![1] * x![1]
    ~@routine
end
#! run shifted_by_call --set x!=[1] --grad y!
#! value y! 16
#! value x! [1]
#! gradient x! [8]
#! restored true

"What is printed is printed on the way to the end too."
@i function loud(y!::Fixed, x::Fixed)
    @routine begin
        t ← 0.0
        t += x * 2
        @safe println(t)
    end
    y! += t
    ~@routine
end
#! run loud --set x=1 --grad y!
#! value y! 2
#! gradient x 2
#! output "2.0\n2.0\n2.0\n2.0\n"
#! restored true

"The block is undone twice."
@i function twice(y!::Fixed, z!::Fixed, x::Fixed)
    t ← 0.0
    @routine begin
        t += x * x
    end
    y! += t
    ~@routine
    z! += t
    @routine begin
        t += x * 3
    end
    z! += t * y!
    ~@routine
    t → 0.0
end
#! run twice --set x=2 --grad z!
#! value y! 4
#! value z! 24
#! gradient x 36
#! gradient y! 6
#! restored true
