# Pairs of elements in groups whose size changes from level to level. Indices are checked around the groups of a level.
@i function transform(x!::Vector{Fixed}, levels::Int)
    for l = 1:levels
        @routine begin
            m ← 0
            m += 1 << (l - 1)
        end
        for i = 0:(length(x!) ÷ (2m))-1, j = 1:m
            HADAMARD(x![2m*i+j], x![2m*i+j+m])
        end
        ~@routine
    end
end
#! run transform --set x!=[1,0,0,0,2,0,0,0] --set levels=3 --grad x![2]
#! value x! [1.0606601717798212,1.0606601717798212,1.0606601717798212,1.0606601717798212,-0.35355339059327373,-0.35355339059327373,-0.35355339059327373,-0.35355339059327373]
#! gradient x! [0.35355339059327373,-0.35355339059327373,0.35355339059327373,-0.35355339059327373,0.35355339059327373,-0.35355339059327373,0.35355339059327373,-0.35355339059327373]
#! restored true
#! run transform --set x!=[1,2,3] --set levels=2
#! value x! [2.1213203435596424,-0.7071067811865476,3]
#! run transform --set x!=[] --set levels=3
#! value x! []

# The number of groups is an argument, and so is the distance: the last index decides, or the first one.
@i function pairs(x!::Vector{Int}, groups::Int, m::Int, from::Int)
    for l = 1:2
        @routine begin
            d ← 0
            d += m + l - 1
        end
        for i = 0:groups-1, j = 1:d
            x![2d*i+j+from] ↔ x![2d*i+j+d]
            x![2d*i+j+d] += l
        end
        ~@routine
    end
end
#! run pairs --set x!=[1,2,3,4,5,6,7,8] --set groups=2 --set m=1 --set from=0
#! value x! [4,4,4,4,7,8,7,8]
#! run pairs --set x!=[1,2,3,4,5,6,7] --set groups=2 --set m=1 --set from=0
#! status 1
#! trap R0807
#! run pairs --set x!=[1,2,3,4,5,6,7,8] --set groups=2 --set m=1 --set from=-1
#! status 1
#! trap R0807
#! run pairs --set x!=[1,2,3,4,5,6,7,8] --set groups=0 --set m=1000000 --set from=-1
#! value x! [1,2,3,4,5,6,7,8]
#! run pairs --set x!=[1,2,3,4,5,6,7,8] --set groups=1 --set m=-5 --set from=-1
#! value x! [1,2,3,4,5,6,7,8]
#! run pairs --set x!=[1,2,3,4,5,6,7,8] --set groups=3 --set m=1 --set from=1
#! status 1
#! trap R0814

# A distance may be 0 where the loop begins at 0: then both are one element.
@i function maybe_one(x!::Vector{Fixed}, m::Int)
    for i = 1:2, j = 0:m
        x![2m*i+j+1] ↔ x![2m*i+j+m+1]
        x![1] += 1
    end
end
#! run maybe_one --set x!=[0,1,2,3,4,5,6,7,8,9,10,11] --set m=1
#! value x! [4,1,3,4,5,6,2,7,8,9,10,11]
#! run maybe_one --set x!=[0,1,2,3,4,5] --set m=0
#! status 1
#! trap R0814
