# Shifts by amounts outside of 0 .. word size - 1.
@i function shifts!(y!::Vector{Int}, x::Int, k::Int)
    y![1] += x << k
    y![2] += x >> k
    y![3] += x >>> k
end

"The same where the compiler knows the amount."
@i function known!(y!::Vector{Int}, x::Int)
    y![1] += x << -1
    y![2] += x >> -1
    y![3] += x >>> -1
    y![4] += x << 64
    y![5] += x >> 64
    y![6] += x >>> 64
end

#! run shifts! --set y!=[0,0,0] --set x=5 --set k=1
#! value y! [10,2,2]
#! run shifts! --set y!=[0,0,0] --set x=-5 --set k=-1
#! value y! [0,-1,0]
#! run shifts! --set y!=[0,0,0] --set x=-5 --set k=64
#! value y! [0,-1,0]
#! run shifts! --set y!=[0,0,0] --set x=5 --set k=-2147483648
#! value y! [0,0,0]
#! check shifts! --set y!=[0,0,0] --set x=-5 --set k=64
#! run known! --set y!=[0,0,0,0,0,0] --set x=-5
#! value y! [0,-1,0,0,-1,0]
