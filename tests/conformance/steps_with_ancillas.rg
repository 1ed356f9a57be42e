# Rounds with ancillas of their own in loops of steps beyond one.
@i function weighed(y!::Vector{Fixed}, x::Vector{Fixed}, w::Vector{Fixed})
    for i = 1:2:length(x)
        @routine begin
            t ← 0.0
            t += x[i] * w[i]
        end
        y![i] += t * x[i]
        ~@routine
    end
end

@i function known(y!::Vector{Int}, z!::Vector{Int}, a::Int)
    for i = 39:-2:1
        @routine begin
            t ← 0
            t += z![i] * a
            s ← 0
            s += t * z![i]
        end
        y![i] += t * s
        ~@routine
    end
end

@i function all_of(sum!::Int, weighed!::Int, a::Int)
    y ← zeros(Int, 40)
    z ← zeros(Int, 40)
    for i = 1:40
        z[i] += i
    end
    known(y, z, a)
    for i = 1:40
        sum! += y[i]
        weighed! += i * y[i]
    end
    ~known(y, z, a)
    for i = 1:40
        z[i] -= i
    end
    z → zeros(Int, 40)
    y → zeros(Int, 40)
end

#! run weighed --set y!=[0,0,0,0,0,0,0] --set x=[1,2,3,4,5,6,7] --set w=[1,2,0.5,4,1,6,7] --grad y![5]
#! gradient x [0,0,0,0,10,0,0]
#! gradient w [0,0,0,0,25,0,0]
#! restored true
#! run all_of --set sum!=0 --set weighed!=0 --set a=3
#! value sum! 2876400
#! value weighed! 91968084
