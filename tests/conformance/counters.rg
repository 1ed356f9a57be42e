# Indices that are counted by hand, and while loops that a counter ends, are indices of the loop (docs/development/compiler/optimiser.md, counters): values and gradients against plain Python.

@i function dot_while(s!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    k ← 1
    while (k <= length(x), k != 1)
        s! += x[k] * y[k]
        k += 1
    end
    k → length(x) + 1
end

@i function dot_from(s!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    k ← 0
    @from k == 0 while k < length(x)
        k += 1
        s! += x[k] * y[k]
    end
    k → length(x)
end

@i function dot_down(s!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    k ← length(x)
    while (0 < k, k < length(x))
        s! += x[k] * y[k]
        k -= 1
    end
    k → 0
end

"Not what the rounds tell: k is 2 after the first one."
@i function wrong_round(s!::Fixed, x::Vector{Fixed})
    k ← 1
    while (k <= length(x), k > 2)
        s! += x[k]
        k += 1
    end
    k → length(x) + 1
end

@i function wrong_start(s!::Fixed, x::Vector{Fixed})
    k ← 1
    while (k <= length(x), k > 0)
        s! += x[k]
        k += 1
    end
    k → length(x) + 1
end

@i function every_other(s!::Fixed, w::Vector{Fixed}, x::Vector{Fixed})
    k ← 1
    for i = 1:length(w)
        s! += w[i] * x[k]
        k += 2
    end
    k -= 2 * length(w)
    k → 1
end

@i function rows(y!::Vector{Fixed}, W::Vector{Fixed}, x::Vector{Fixed})
    k ← 0
    for i = 1:length(y!)
        for j = 1:length(x)
            k += 1
            y![i] += W[k] * x[j]
        end
    end
    k → length(y!) * length(x)
end

"The lower triangle of a symmetric matrix, row after row in a vector."
@i function packed(y!::Vector{Fixed}, L::Vector{Fixed}, x::Vector{Fixed})
    k ← 1
    for i = 1:length(x)
        for j = 1:i
            y![i] += L[k] * x[j]
            k += 1
        end
    end
    k → length(L) + 1
end

@i function in_a_block(s!::Fixed, x::Vector{Fixed})
    k ← 1
    for i = 1:length(x)
        @routine begin
            t ← 0.0
            t += x[k] * x[k]
        end
        s! += t * x[k]
        ~@routine
        k += 1
    end
    k → length(x) + 1
end

#! run dot_while --set s!=0.5 --set x=[1.5,2.0,1.5,1.5,2.0,-0.5,-1.0,2.0,1.5,-1.0,-1.5,1.5,0.0,-1.0,-1.5,2.0,-2.0,1.0,1.5,-1.0,-2.0,2.0,-1.5,-2.0] --set y=[-2.0,-0.5,-0.5,-2.0,1.5,0.5,1.5,-0.5,2.0,-0.5,0.0,1.5,-2.0,-1.5,1.5,0.0,1.0,2.0,-1.5,0.0,0.5,-0.5,2.0,0.0] --grad s!
#! value s! -9.25
#! gradient x [-2.0,-0.5,-0.5,-2.0,1.5,0.5,1.5,-0.5,2.0,-0.5,0.0,1.5,-2.0,-1.5,1.5,0.0,1.0,2.0,-1.5,0.0,0.5,-0.5,2.0,0.0]
#! gradient y [1.5,2.0,1.5,1.5,2.0,-0.5,-1.0,2.0,1.5,-1.0,-1.5,1.5,0.0,-1.0,-1.5,2.0,-2.0,1.0,1.5,-1.0,-2.0,2.0,-1.5,-2.0]
#! restored true
#! sweep 58 64
#! run dot_from --set s!=0.5 --set x=[1.5,2.0,1.5,1.5,2.0,-0.5,-1.0,2.0,1.5,-1.0,-1.5,1.5,0.0,-1.0,-1.5,2.0,-2.0,1.0,1.5,-1.0,-2.0,2.0,-1.5,-2.0] --set y=[-2.0,-0.5,-0.5,-2.0,1.5,0.5,1.5,-0.5,2.0,-0.5,0.0,1.5,-2.0,-1.5,1.5,0.0,1.0,2.0,-1.5,0.0,0.5,-0.5,2.0,0.0] --grad s!
#! value s! -9.25
#! gradient x [-2.0,-0.5,-0.5,-2.0,1.5,0.5,1.5,-0.5,2.0,-0.5,0.0,1.5,-2.0,-1.5,1.5,0.0,1.0,2.0,-1.5,0.0,0.5,-0.5,2.0,0.0]
#! gradient y [1.5,2.0,1.5,1.5,2.0,-0.5,-1.0,2.0,1.5,-1.0,-1.5,1.5,0.0,-1.0,-1.5,2.0,-2.0,1.0,1.5,-1.0,-2.0,2.0,-1.5,-2.0]
#! restored true
#! sweep 58 64
#! run dot_down --set s!=0.5 --set x=[1.5,2.0,1.5,1.5,2.0,-0.5,-1.0,2.0,1.5,-1.0,-1.5,1.5,0.0,-1.0,-1.5,2.0,-2.0,1.0,1.5,-1.0,-2.0,2.0,-1.5,-2.0] --set y=[-2.0,-0.5,-0.5,-2.0,1.5,0.5,1.5,-0.5,2.0,-0.5,0.0,1.5,-2.0,-1.5,1.5,0.0,1.0,2.0,-1.5,0.0,0.5,-0.5,2.0,0.0] --grad s!
#! value s! -9.25
#! gradient x [-2.0,-0.5,-0.5,-2.0,1.5,0.5,1.5,-0.5,2.0,-0.5,0.0,1.5,-2.0,-1.5,1.5,0.0,1.0,2.0,-1.5,0.0,0.5,-0.5,2.0,0.0]
#! gradient y [1.5,2.0,1.5,1.5,2.0,-0.5,-1.0,2.0,1.5,-1.0,-1.5,1.5,0.0,-1.0,-1.5,2.0,-2.0,1.0,1.5,-1.0,-2.0,2.0,-1.5,-2.0]
#! restored true
#! sweep 58 64
#! run dot_while --set s!=0.5 --set x=[-2.0] --set y=[-1.5] --grad s!
#! value s! 3.5
#! gradient x [-1.5]
#! gradient y [-2.0]
#! restored true
#! run dot_from --set s!=0.5 --set x=[-2.0] --set y=[-1.5] --grad s!
#! value s! 3.5
#! gradient x [-1.5]
#! gradient y [-2.0]
#! restored true
#! run dot_down --set s!=0.5 --set x=[-2.0] --set y=[-1.5] --grad s!
#! value s! 3.5
#! gradient x [-1.5]
#! gradient y [-2.0]
#! restored true
#! run dot_while --set s!=0.5 --set x=[] --set y=[] --grad s!
#! value s! 0.5
#! gradient x []
#! gradient y []
#! restored true
#! run dot_from --set s!=0.5 --set x=[] --set y=[] --grad s!
#! value s! 0.5
#! gradient x []
#! gradient y []
#! restored true
#! run dot_down --set s!=0.5 --set x=[] --set y=[] --grad s!
#! value s! 0.5
#! gradient x []
#! gradient y []
#! restored true
#! run dot_while --set x=[1,2,3] --set y=[1,2]
#! status 1
#! trap R0807
#! says counters.rg:6:
#! run wrong_round --set x=[1,2,3]
#! status 1
#! trap R0811
#! run wrong_start --set x=[1,2,3]
#! status 1
#! trap R0811
#! run every_other --set s!=0.5 --set w=[-1.5,1.0,-1.5,0.0,1.0,-1.5,-2.0,-2.0,-0.5,-0.5,-2.0,1.5,1.0,1.0,1.0,-1.5] --set x=[-0.5,0.0,0.5,-1.5,0.0,0.5,-2.0,1.0,-1.5,-1.0,-0.5,-1.5,-2.0,-2.0,1.5,1.5,-1.0,2.0,-0.5,1.5,2.0,-0.5,-1.0,1.0,1.0,-1.5,1.0,1.0,-0.5,-2.0,0.0,0.0] --grad s!
#! value s! -1.25
#! gradient x [-1.5,0,1.0,0,-1.5,0,0.0,0,1.0,0,-1.5,0,-2.0,0,-2.0,0,-0.5,0,-0.5,0,-2.0,0,1.5,0,1.0,0,1.0,0,1.0,0,-1.5,0]
#! restored true
#! sweep 44 50
#! run rows --set y!=[0,0,0,0,0,0] --set W=[-2.0,-0.5,-1.0,1.0,-1.5,-2.0,-1.0,-0.5,1.5,0.0,-2.0,0.5,0.0,1.0,-1.5,-1.5,-1.5,-0.5,-0.5,-2.0,0.5,0.5,1.5,-1.0,1.5,-1.0,1.0,-1.0,-1.0,0.0,-0.5,-0.5,-0.5,-1.0,2.0,-0.5,1.0,1.5,-1.5,1.0,-2.0,-1.5,-1.5,-2.0,2.0,0.0,-0.5,1.0,0.0,1.0,1.5,0.0,2.0,-1.0] --set x=[-1.5,-1.0,-0.5,1.5,2.0,-1.5,0.0,-0.5,-0.5] --grad y![3]
#! value y! [5.0,7.0,7.75,0.75,-2.5,-0.75]
#! gradient W [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1.5,-1.0,-0.5,1.5,2.0,-1.5,0.0,-0.5,-0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]
#! gradient x [-0.5,-2.0,0.5,0.5,1.5,-1.0,1.5,-1.0,1.0]
#! restored true
#! sweep 123 130
#! run packed --set y!=[0,0,0,0,0,0,0,0] --set L=[-2.0,-1.5,0.0,1.0,1.5,-0.5,-2.0,-2.0,-1.0,0.0,0.5,2.0,-1.0,-1.5,0.5,-1.0,1.5,0.5,2.0,-1.0,-2.0,-2.0,1.5,0.5,0.0,-2.0,-2.0,-1.5,1.5,-1.5,0.0,0.5,-1.0,-1.5,-1.5,1.5] --set x=[2.0,0.5,-2.0,-1.0,0.5,0.5,-1.5,1.5] --grad y![3]
#! value y! [-4.0,-3.0,3.75,-3.0,5.75,-5.75,-4.0,5.0]
#! gradient L [0,0,0,2.0,0.5,-2.0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]
#! restored true
#! sweep 260 300
#! run in_a_block --set s!=0.5 --set x=[-1.5,1.0,-2.0,1.5,-2.0,1.0,1.0,-2.0,-1.5,-1.5,-1.5,-1.5,0.0,1.0,0.5,1.0,1.5,1.5,1.5,2.0] --grad s!
#! value s! -13.75
#! gradient x [6.75,3.0,12.0,6.75,12.0,3.0,3.0,12.0,6.75,6.75,6.75,6.75,0.0,3.0,0.75,3.0,6.75,6.75,6.75,12.0]
#! restored true
