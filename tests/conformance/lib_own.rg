# Routines of the program before those of a library, and beside them.
using NiLang

@i function i_sum(out!, x::AbstractVector)
    out! += 42
end

# Less specific than the library's, yet called here.
@i function i_norm2(out!, x)
    out! += 7
end

@i function own(a!::Fixed, b!::Fixed, x::Vector{Fixed})
    i_sum(a!, x)
    i_norm2(b!, x)
end

# i_mean calls the library's i_sum.
@i function mean(out!::Fixed, x::Vector{Fixed})
    i_mean(out!, x)
end

@i function both(out!::Fixed, W::Matrix{Fixed}, b::Vector{Fixed}, x::Vector{Fixed}, p::Vector{Fixed})
    @routine begin
        y ← zeros(Fixed, length(b))
        i_affine!(y, W, b, x)
    end
    i_softmax_crossentropy(out!, y, p)
    ~@routine
end

#! run own --set x=[1,2]
#! value a! 42
#! value b! 7
#! run mean --set x=[1,2]
#! value out! 1.5
#! run both --set out!=0 --set W=[[0.5,-1,2],[0.25,1.5,-0.5]] --set b=[0.5,-0.25] --set x=[1,-2,0.5] --set p=[0.75,0.25] --grad out!
#! tolerance 1e-11
#! value out! 1.813209922334339
#! gradient out! 1
#! gradient W [[0.2492903296008994, -0.4985806592017989, 0.1246451648004497], [-0.2492903296008994, 0.4985806592017989, -0.1246451648004497]]
#! gradient b [0.2492903296008994, -0.2492903296008994]
#! gradient x [0.06232258240022486, -0.6232258240022485, 0.6232258240022486]
#! gradient p [0.0007099223343391969, 7.250709922334339]
#! restored true
