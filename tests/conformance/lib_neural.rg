# The library Neural against numpy, gradients against complex steps; none overflows for large arguments.
using Neural

@i function relu(y!::Vector{Fixed}, x::Vector{Fixed})
    i_relu(y!, x)
end

@i function sigmoid(y!::Fixed, x::Fixed)
    i_sigmoid(y!, x)
end

@i function place(k!::Int, x::Vector{Fixed})
    i_argmax(k!, x)
end

@i function lowest(k!::Int, x::Vector{Fixed})
    k! += argmin(x)
end

@i function maximum(y!::Fixed, x::Vector{Fixed})
    i_maximum(y!, x)
end

@i function logsumexp(y!::Fixed, x::Vector{Fixed})
    i_logsumexp(y!, x)
end

@i function logsumexp_nilang(y!::Fixed, x::Vector{Fixed})
    @routine begin
        xs ← stack(Fixed, length(x))
        inds ← stack(Int, length(x))
        @zeros Fixed l z
        i_logsumexp(l, z, xs, inds, x)
    end
    y! += l
    ~@routine
end

@i function softmax(y!::Vector{Fixed}, x::Vector{Fixed})
    i_softmax!(y!, x)
end

@i function crossentropy(out!::Fixed, x::Vector{Fixed}, p::Vector{Fixed})
    i_softmax_crossentropy(out!, x, p)
end

@i function crossentropy_nilang(x!::Vector{Fixed}, p::Vector{Fixed}, imax!::Int, xmax!::Fixed, Z!::Fixed, out!::Fixed)
    i_softmax_crossentropy(x!, p, imax!, xmax!, Z!, out!)
end

#! run relu --set y!=[1,0,0] --set x=[2.5,-2,0] --grad y![1]
#! tolerance 1e-11
#! value y! [3.5, 0, 0]
#! gradient y! [1, 0, 0]
#! gradient x [1, 0, 0]
#! restored true
#! run sigmoid --set y!=0 --set x=-3 --grad y!
#! tolerance 1e-11
#! value y! 0.04742587317756675
#! gradient y! 1
#! gradient x 0.04517665973091214
#! restored true
#! run sigmoid --set y!=0 --set x=0.5 --grad y!
#! tolerance 1e-11
#! value y! 0.6224593312018546
#! gradient y! 1
#! gradient x 0.2350037122015945
#! restored true
#! run sigmoid --set y!=0 --set x=-900 --grad y!
#! tolerance 1e-11
#! value y! 0
#! gradient y! 1
#! gradient x 0
#! restored true
#! run sigmoid --set y!=0 --set x=900 --grad y!
#! tolerance 1e-11
#! value y! 1
#! gradient y! 1
#! gradient x 0
#! restored true
#! run place --set x=[1,4,-2,4,3]
#! value k! 2
#! run place --set k!=2 --set x=[1,4,-2,4,3] --backward
#! value k! 0
#! run place --set x=[7]
#! value k! 1
#! run lowest --set x=[1,-4,2,-4,3]
#! value k! 2
#! run lowest --set k!=3 --set x=[1,-4,2,-4,3] --backward
#! value k! 1
#! run maximum --set y!=1 --set x=[1,-4,3,3] --grad y!
#! tolerance 1e-11
#! value y! 4
#! gradient y! 1
#! gradient x [0, 0, 1, 0]
#! restored true
#! run logsumexp --set y!=0.25 --set x=[1.5,-0.25,2,1] --grad y!
#! tolerance 1e-11
#! value y! 2.98227621905255
#! gradient y! 1
#! gradient x [0.2916280123816566, 0.0506773497321757, 0.4808133071456375, 0.1768813307405302]
#! restored true
#! run logsumexp --set y!=0.25 --set x=[1000,1001,999.5] --grad y!
#! tolerance 1e-11
#! value y! 1001.714368784108
#! gradient y! 1
#! gradient x [0.2312238976221491, 0.6285317192117624, 0.1402443831660885]
#! restored true
#! run logsumexp --set y!=0.25 --set x=[-1000,-1001,-999.5] --grad y!
#! tolerance 1e-11
#! value y! -998.6458693946632
#! gradient y! 1
#! gradient x [0.3314989604240915, 0.1219516523097289, 0.5465493872661796]
#! restored true
#! run logsumexp --set y!=0.25 --set x=[3] --grad y!
#! tolerance 1e-11
#! value y! 3.25
#! gradient y! 1
#! gradient x [1]
#! restored true
#! run logsumexp_nilang --set y!=0.25 --set x=[1.5,-0.25,2,1] --grad y!
#! tolerance 1e-11
#! value y! 2.98227621905255
#! gradient y! 1
#! gradient x [0.2916280123816566, 0.0506773497321757, 0.4808133071456375, 0.1768813307405302]
#! restored true
#! run logsumexp_nilang --set y!=0.25 --set x=[1000,1001,999.5] --grad y!
#! tolerance 1e-11
#! value y! 1001.714368784108
#! gradient y! 1
#! gradient x [0.2312238976221491, 0.6285317192117624, 0.1402443831660885]
#! restored true
#! run logsumexp_nilang --set y!=0.25 --set x=[-1000,-1001,-999.5] --grad y!
#! tolerance 1e-11
#! value y! -998.6458693946632
#! gradient y! 1
#! gradient x [0.3314989604240915, 0.1219516523097289, 0.5465493872661796]
#! restored true
#! run logsumexp_nilang --set y!=0.25 --set x=[3] --grad y!
#! tolerance 1e-11
#! value y! 3.25
#! gradient y! 1
#! gradient x [1]
#! restored true
#! run softmax --set y!=[0,0,0] --set x=[1000,1001,999.5] --grad y![2]
#! tolerance 1e-11
#! value y! [0.2312238976221491, 0.6285317192117624, 0.1402443831660885]
#! gradient y! [0, 1, 0]
#! gradient x [-0.1453315538952939, 0.2334795971564687, -0.08814804326117474]
#! restored true
#! run softmax --set y!=[0,0,1] --set x=[-0.5,0.25,0.125] --grad y![1]
#! tolerance 1e-11
#! value y! [0.2005919076423478, 0.4246530718112183, 1.374755020546434]
#! gradient y! [1, 0, 0]
#! gradient x [0.1603547942307516, -0.08518196976079517, -0.07517282446995642]
#! restored true
#! run crossentropy --set out!=0.5 --set x=[1,4,-2] --set p=[0.25,0.625,0.125] --grad out!
#! tolerance 1e-11
#! value out! 2.050945763522998
#! gradient out! 1
#! gradient x [-0.202685844778176, 0.3253302116973794, -0.1226443669192033]
#! gradient p [3.050945763522998, 0.05094576352299818, 6.050945763522998]
#! restored true
#! run crossentropy --set out!=0 --set x=[900,-900] --set p=[0,1] --grad out!
#! tolerance 1e-11
#! value out! 1800
#! gradient out! 1
#! gradient x [1, -1]
#! gradient p [0, 1800]
#! restored true
#! run crossentropy_nilang --set x!=[1,4,-2] --set p=[0.25,0.625,0.125] --set imax!=0 --set xmax!=0 --set Z!=0 --set out!=0 --grad out!
#! tolerance 1e-11
#! value x! [-3, 0, -6]
#! value imax! 2
#! value xmax! 4
#! value Z! 1.05226582054453
#! value out! 1.550945763522998
#! gradient x! [-0.202685844778176, 0.3253302116973792, -0.1226443669192033]
#! gradient p [3.050945763522998, 0.05094576352299827, 6.050945763522998]
#! restored true
