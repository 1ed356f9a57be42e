# The library Bennett: a map that forgets, iterated; against numpy, gradients against complex steps.
using Bennett

struct Logistic
    rate::Fixed
end

@i function i_step!(y!::Vector{Fixed}, x::Vector{Fixed}, f::Logistic, i::Int)
    y![1] += f.rate * x[1] * (1 - x[1])
    y![2] += x[2] * x[1] + i / 8
end

@i function iterated(y!::Vector{Fixed}, x::Vector{Fixed}, f::Logistic, k::Int, n::Int)
    i_bennett!(y!, x, f, k, 1, n)
end

#! run iterated --set y!=[0,0] --set x=[0.375,0.25] --set 'f={"rate":3.25}' --set k=2 --set n=8 --grad y![2]
#! tolerance 1e-10
#! value y! [0.4956587587010838, 2.408745602651911]
#! gradient x [-1.374889803085515, 0.02410231566207778]
#! gradient f {"rate": -0.3280295044580444}
#! restored true
#! run iterated --set y!=[0,0] --set x=[0.375,0.25] --set 'f={"rate":3.25}' --set k=3 --set n=9 --grad y![2]
#! tolerance 1e-10
#! value y! [0.8124387492779499, 2.31891585543714]
#! gradient x [-0.9395266031326475, 0.01194652386288716]
#! gradient f {"rate": -1.202594667737698}
#! restored true
#! run iterated --set y!=[0,0] --set x=[0.375,0.25] --set 'f={"rate":3.25}' --set k=2 --set n=7 --grad y![2]
#! tolerance 1e-10
#! value y! [0.8122332664969555, 1.734410126696272]
#! gradient x [-1.805445474911175, 0.02967413014986148]
#! gradient f {"rate": -1.018604212866044}
#! restored true
#! run iterated --set y!=[0,0] --set x=[0.375,0.25] --set 'f={"rate":3.25}' --set k=4 --set n=16 --grad y![2]
#! tolerance 1e-10
#! value y! [0.4952651740151596, 5.386496975255323]
#! gradient x [-0.04796973385384537, 0.0006322356504029218]
#! gradient f {"rate": -0.3912197820488828}
#! restored true
#! run iterated --set y!=[0,0] --set x=[0.375,0.25] --set 'f={"rate":3.25}' --set k=5 --set n=3 --grad y![2]
#! tolerance 1e-10
#! value y! [0.7862418162221729, 0.6207617106847465]
#! gradient x [-0.3586865998804568, 0.1684976276010275]
#! gradient f {"rate": -0.06025169044733045}
#! restored true
#! run iterated --set y!=[0,0] --set x=[0.375,0.25] --set 'f={"rate":3.25}' --set k=2 --set n=1 --grad y![2]
#! tolerance 1e-10
#! value y! [0.76171875, 0.21875]
#! gradient x [0.25, 0.375]
#! gradient f {"rate": 0}
#! restored true
#! run iterated --set y!=[0,0] --set x=[0,0] --set k=1 --set n=4
#! status 1
#! trap R0815
