# AutoBcast: a vector whose updates and instructions mean each element.
@i function elements!(a::AutoBcast{Float64,3}, b::AutoBcast{Float64,3}, flags::AutoBcast{Bool,2}, c::Float64)
    -(a)
    INC(a)
    FLIP(flags)
    a += identity(b)
    a += b * c
    a += c * 2
    a += sin(b) - exp(c)
    SWAP(a, b)
    for i = 1:2
        DEC(b)
    end
end

#! run elements! --set a=[1,2,3] --set b=[1,2,4] --set flags=[false,true] --set c=0.5 --grad b[2]
#! value a [1,2,4]
#! value b [-0.30725028589228,0.26057615614543,0.59447623399133]
#! value flags [true,false]
#! gradient a [0,-1,0]
#! gradient b [0,1.08385316345286,0]
#! gradient c 2.35127872929987
#! check elements! --set a=[1,2,3] --set b=[1,2,4] --set flags=[false,true] --set c=0.5
#! run elements! --set a=[1,2] --set b=[1,2,4] --set flags=[false,true] --set c=0.5
#! status 1
#! trap R0815
