# The library Banks: products in place that never fill their bank, forward, back and with gradients.
using Banks

@i function decay(x!::Fixed, bank!::Vector{Int}, steps::Int)
    for t = 1:steps
        i_muldiv!(x!, bank!, 9, 10)
        x! += 3.0
    end
end

# Ratios of all kinds on one bank: it grows, shrinks, changes sign and stands still.
@i function mixed(x!::Fixed, bank!::Vector{Int}, steps::Int)
    for t = 1:steps
        i_muldiv!(x!, bank!, 9, 10)
        i_muldiv!(x!, bank!, -99, 100)
        i_muldiv!(x!, bank!, 1, 3)
        x! += 3.0
        i_muldiv!(x!, bank!, 5, -3)
        i_muldiv!(x!, bank!, -7, 7)
        i_muldiv!(x!, bank!, 524287, 524286)
        i_muldiv!(x!, bank!, 3, 2)
    end
end

# Up again by the inverse ratios, which is no undoing: the digits are other ones.
@i function there_and_back(x!::Fixed, bank!::Vector{Int}, steps::Int)
    for t = 1:steps
        i_muldiv!(x!, bank!, 2, 3)
        x! += 1.0
    end
    for t = 1:steps
        x! -= 1.0
        i_muldiv!(x!, bank!, 3, 2)
    end
end

@i function undone(y!::Fixed, x!::Fixed, bank!::Vector{Int}, steps::Int)
    decay(x!, bank!, steps)
    y! += x! ^ 2
    (~decay)(x!, bank!, steps)
end

@i function several(v!::Vector{Fixed}, bank!::Matrix{Int}, steps::Int)
    for t = 1:steps
        for i = 1:length(v!)
            i_muldiv!(v![i], bank![:, i], 99, 100)
        end
    end
end

#! run decay --set x!=1.5 --set bank!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set steps=10 --grad x!
#! tolerance 1e-10
#! value x! 20.06266445715
#! gradient x! 0.3486784401
#! restored true
#! run decay --set x!=1.5 --set bank!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set steps=2000 --grad x!
#! tolerance 1e-10
#! value x! 30.0
#! gradient x! 2.4892061111444567e-60
#! restored true
#! run mixed --set x!=1.5 --set bank!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set steps=3 --grad x!
#! tolerance 1e-10
#! value x! 5.452042747212521
#! gradient x! -0.4093472329286552
#! restored true
#! run mixed --set x!=1.5 --set bank!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set steps=700 --grad x!
#! tolerance 1e-10
#! value x! 4.304165400034233
#! gradient x! 6.223015277861142e-61
#! restored true
#! run there_and_back --set x!=1.5 --set bank!=[0,0,0,0] --set steps=30 --grad x!
#! tolerance 1e-10
#! value x! 1.5
#! value bank! [0,0,0,0]
#! gradient x! 1
#! restored true
#! run undone --set y!=0 --set x!=1.5 --set bank!=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] --set steps=2000 --grad y! --raw
#! value y! 900
#! raw x! 13194139533312
#! raw bank! [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
#! restored true
#! run several --set v!=[100,-3] --set bank!=[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]] --set steps=300 --grad v![2]
#! tolerance 1e-10
#! value v! [4.9040894071285726, -0.14712268221385716]
#! gradient v! [0, 0.04904089407128572]
#! restored true
