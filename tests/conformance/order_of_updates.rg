# The second update may not go before the first for all rounds: it changes what the first one has read in the same round.
@i function neighbours(y!::Vector{Fixed}, w!::Vector{Fixed}, c::Vector{Fixed})
    for k = 2:length(w!)
        y![k] += w![k] * w![k-1]
        w![k] += c[k]
    end
end
#! run neighbours --set y!=[0,0,0,0,0,0] --set w!=[1,2,3,4,5,6] --set c=[1,1,2,-1,0.5,1] --grad y![3]
#! value y! [0,2,9,20,15,33]
#! value w! [1,3,5,3,5.5,7]
#! gradient w! [0,3,3,0,0,0]
#! gradient c [0,3,0,0,0,0]
#! restored true

"Nor all first updates before all second ones: a loop that goes down reads from its last number up to its first one."
@i function downwards(y!::Vector{Fixed}, x!::Vector{Fixed}, c::Vector{Fixed})
    for i = 1:length(x!) - 1
        for j = length(x!):-1:1
            y![i] += x![j]
        end
        x![i+1] += c[i]
    end
end
#! run downwards --set y!=[0,0,0,0] --set x!=[1,2,3,4] --set c=[1,0.5,2,0] --grad y![3]
#! value y! [10,11,11.5,0]
#! value x! [1,3,3.5,6]
#! gradient c [1,1,0,0]
#! gradient x! [1,1,1,1]
#! restored true
