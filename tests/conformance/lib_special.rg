# The libraries Special and Random.
using Special, Random

@i function dirty(out!::Fixed, x::Fixed, a!::Fixed)
    i_dirtymul(out!, x, a!)
end

@i function factorial(out!::Int, n::Int)
    i_factorial(out!, n)
end

@i function logfactorial(out!::Fixed, n::Int)
    i_logfactorial(out!, n)
end

@i function besselj(out!::Fixed, v::Int, z::Fixed)
    i_besselj(out!, v, z)
end

@i function normal_pair(a!::Fixed, b!::Fixed, seed!::Int)
    i_box_muller!(a!, b!, seed!)
end

@i function box_muller(a!::Fixed, b!::Fixed, u::Fixed, v::Fixed)
    i_box_muller!(a!, b!, u, v)
end

@i function randn(x!::Vector{Fixed}, seed!::Int)
    i_randn!(x!, seed!)
end

@i function rand(x!::Vector{Fixed}, seed!::Int)
    i_rand!(x!, seed!)
end

@i function shuffle(x!::Vector{Int}, seed!::Int)
    i_shuffle!(x!, seed!)
end

@i function moments(mean!::Fixed, square!::Fixed, n::Int, seed!::Int)
    for i = 1:n
        @routine begin
            @zeros Fixed a b
            i_box_muller!(a, b, seed!)
        end
        mean! += a / (2n)
        mean! += b / (2n)
        square! += a^2 / (2n)
        square! += b^2 / (2n)
        ~@routine
        RNG(seed!)
        RNG(seed!)
    end
end

#! run dirty --set out!=1.25 --set x=3.5 --grad out!
#! value out! 4.375
#! value a! 0
#! gradient out! 3.5
#! gradient x 1.25
#! restored true
#! run factorial --set out!=7 --set n=0
#! value out! 8
#! run factorial --set out!=7 --set n=1
#! value out! 8
#! run factorial --set out!=7 --set n=5
#! value out! 127
#! run factorial --set out!=7 --set n=12
#! value out! 479001607
#! run factorial --set n=20
#! value out! 2432902008176640000
#! run factorial --set n=21
#! status 1
#! trap R0815
#! run logfactorial --set out!=0.5 --set n=0
#! tolerance 1e-11
#! value out! 0.5
#! run logfactorial --set out!=0.5 --set n=1
#! tolerance 1e-11
#! value out! 0.5
#! run logfactorial --set out!=0.5 --set n=20
#! tolerance 1e-11
#! value out! 42.83561646075349
#! run logfactorial --set out!=0.5 --set n=170
#! tolerance 1e-11
#! value out! 707.0730622457874
#! run besselj --set out!=0.25 --set v=0 --set z=0 --grad out!
#! tolerance 1e-11
#! value out! 1.25
#! gradient z 0
#! restored true
#! run besselj --set out!=0.25 --set v=1 --set z=0 --grad out!
#! tolerance 1e-11
#! value out! 0.25
#! gradient z 0.5
#! restored true
#! run besselj --set out!=0.25 --set v=2 --set z=0 --grad out!
#! tolerance 1e-11
#! value out! 0.25
#! gradient z 0
#! restored true
#! run besselj --set out!=0.25 --set v=3 --set z=0 --grad out!
#! tolerance 1e-11
#! value out! 0.25
#! gradient z 0
#! restored true
#! run besselj --set out!=0.25 --set v=0 --set z=0.5 --grad out!
#! tolerance 1e-11
#! value out! 1.188469807240813
#! gradient z -0.2422684576748739
#! restored true
#! run besselj --set out!=0.25 --set v=1 --set z=3 --grad out!
#! tolerance 1e-11
#! value out! 0.5890589585259365
#! gradient z -0.3730716077439122
#! restored true
#! run besselj --set out!=0.25 --set v=2 --set z=1 --grad out!
#! tolerance 1e-11
#! value out! 0.3649034849319005
#! gradient z 0.2102436158811326
#! restored true
#! run besselj --set out!=0.25 --set v=5 --set z=-2.5 --grad out!
#! tolerance 1e-11
#! value out! 0.2304983748654968
#! gradient z 0.03477862978524879
#! restored true
#! run besselj --set out!=0.25 --set v=3 --set z=8 --grad out!
#! tolerance 1e-11
#! value out! -0.04113220706595228
#! gradient z -0.003817142774343155
#! restored true
#! run normal_pair --set a!=1 --set seed!=5 --grad a!
#! tolerance 1e-11
#! value a! 2.147237827428671
#! value b! 1.391076609900403
#! value seed! 2587011477941047999
#! gradient a! 1
#! restored true
#! run box_muller --set a!=0.5 --set b!=0 --set u=0.3125 --set v=0.125 --grad a!
#! tolerance 1e-11
#! value a! 1.578494696234377
#! value b! 1.078494696234377
#! gradient a! 1
#! gradient b! 0
#! gradient u -1.483549252107115
#! gradient v -6.776382029250947
#! restored true
#! run box_muller --set a!=0.5 --set b!=0 --set u=0.3125 --set v=0.125 --grad b!
#! tolerance 1e-11
#! value a! 1.578494696234377
#! value b! 1.078494696234377
#! gradient a! 0
#! gradient b! 1
#! gradient u -1.483549252107115
#! gradient v 6.776382029250949
#! restored true
#! run randn --set x!=[0,0,1] --set seed!=5
#! tolerance 1e-11
#! value x! [1.147237827428671, 1.391076609900403, 0.3236431673616881]
#! value seed! 5708384388322840585
#! run rand --set x!=[0,0,0] --set seed!=5
#! tolerance 0
#! value x! [0.80321123485032331, 0.14024217323139965, 0.82050367931617529]
#! value seed! -3311122689826206238
#! run shuffle --set x!=[1,2,3,4,5,6,7] --set seed!=5
#! value x! [3, 7, 4, 2, 5, 1, 6]
#! value seed! 4779881229076814435
#! run shuffle --set x!=[3,7,4,2,5,1,6] --set seed!=4779881229076814435 --backward
#! value x! [1, 2, 3, 4, 5, 6, 7]
#! value seed! 5
#! run moments --set n=50 --set seed!=1
#! value mean! 0.1865689359075756
#! value square! 0.9808569692028619
#! value seed! 8413008054331981093
