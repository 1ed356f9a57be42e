# The library Sums against numpy, gradients against complex steps.
using Sums

@i function total(out!::Fixed, x::Vector{Fixed})
    i_sum(out!, x)
end

@i function total_matrix(out!::Int, A::Matrix{Int})
    i_sum(out!, A)
end

@i function total_complex(out!::Complex{Fixed}, x::Vector{Complex{Fixed}})
    i_sum(out!, x)
end

@i function product(out!::Fixed, x::Vector{Fixed})
    i_prod(out!, x)
end

@i function inner(out!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    i_dot(out!, x, y)
end

@i function inner_int(out!::Int, x::Vector{Int}, y::Vector{Int})
    i_dot(out!, x, y)
end

@i function inner_complex(out!::Complex{Fixed}, x::Vector{Complex{Fixed}}, y::Vector{Complex{Fixed}})
    i_dot(out!, x, y)
end

@i function lengths(out!::Fixed, square!::Fixed, x::Vector{Fixed})
    i_norm(out!, x)
    i_norm2(square!, x)
end

@i function lengths_complex(out!::Fixed, square!::Fixed, x::Vector{Complex{Fixed}})
    i_norm(out!, x)
    i_norm2(square!, x)
end

@i function distance(out!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    i_sqdistance(out!, x, y)
end

@i function scaled(a::Fixed, x::Vector{Fixed}, y!::Vector{Fixed})
    i_axpy!(a, x, y!)
end

@i function scaled_complex(a::Complex{Fixed}, x::Vector{Complex{Fixed}}, y!::Vector{Complex{Fixed}})
    i_axpy!(a, x, y!)
end

@i function running(x!::Vector{Fixed})
    i_cumsum!(x!)
end

@i function running_sums(out!::Vector{Fixed}, x::Vector{Fixed})
    i_cumsum!(out!, x)
end

#! run total --set out!=0.25 --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --grad out!
#! tolerance 1e-11
#! value out! -2.328125
#! gradient out! 1
#! gradient x [1, 1, 1, 1, 1]
#! restored true
#! run total_matrix --set out!=3 --set A=[[1,2],[3,-4],[5,6]]
#! tolerance 1e-11
#! value out! 16
#! run product --set out!=0.5 --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --grad out!
#! tolerance 1e-10
#! value out! 0.4918118445202708
#! gradient out! 1
#! gradient x [-0.5240419507026672, -0.01343697309494019, 0.01497262716293335, 0.004637539386749268, 0.009193718433380127]
#! restored true
#! run product --set x=[1,0,2]
#! status 1
#! trap R0809
#! run product --set out!=0 --set x=[8192,8192,0.000244140625,0.0001220703125,-3] --grad out!
#! tolerance 1e-09
#! value out! -6
#! gradient out! 1
#! restored true
#! run inner --set out!=0.5 --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --set y=[-1.953125,0.140625,2.703125,-0.984375,-1.234375] --grad out!
#! tolerance 1e-11
#! value out! 1.914306640625
#! gradient out! 1
#! gradient x [-1.953125, 0.140625, 2.703125, -0.9843750000000001, -1.234375]
#! gradient y [0.015625, 0.609375, -0.546875, -1.765625, -0.8906249999999999]
#! restored true
#! run inner --set x=[2000,0.0009765625,-2000] --set y=[2000,0.5,2000]
#! tolerance 0
#! value out! 0.00048828125
#! run inner_int --set x=[1,2,3] --set y=[-4,5,6]
#! value out! 24
#! run inner --set x=[1,2] --set y=[1]
#! status 1
#! trap R0815
#! run lengths --set out!=0 --set square!=0 --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --grad out!
#! tolerance 1e-11
#! value out! 2.140396885655789
#! value square! 4.581298828125
#! gradient out! 1
#! gradient square! 0
#! gradient x [0.007300047997973381, 0.2847018719209619, -0.2555016799290684, -0.824905423770992, -0.4161027358844827]
#! restored true
#! run lengths --set x=[0,0] --grad out!
#! value out! 0
#! gradient x [0,0]
#! restored true
#! run distance --set out!=0 --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --set y=[-1.953125,0.140625,2.703125,-0.984375,-1.234375] --grad out!
#! tolerance 1e-11
#! value out! 15.38671875
#! gradient out! 1
#! gradient x [3.9375, 0.9375, -6.5, -1.5625, 0.6875]
#! gradient y [-3.9375, -0.9375, 6.5, 1.5625, -0.6875]
#! restored true
#! run scaled --set a=1.25 --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --set y!=[-1.953125,0.140625,2.703125,-0.984375,-1.234375] --grad y![2]
#! tolerance 1e-11
#! value y! [-1.93359375, 0.90234375, 2.01953125, -3.19140625, -2.34765625]
#! gradient a 0.609375
#! gradient x [0, 1.25, 0, 0, 0]
#! gradient y! [0, 1, 0, 0, 0]
#! restored true
#! run running --set x!=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --grad x![4]
#! tolerance 1e-11
#! value x! [0.015625, 0.625, 0.078125, -1.6875, -2.578125]
#! gradient x! [1, 1, 1, 1, 0]
#! restored true
#! run running_sums --set out!=[-1.953125,0.140625,2.703125,-0.984375,-1.234375] --set x=[0.015625,0.609375,-0.546875,-1.765625,-0.890625] --grad out![3]
#! tolerance 1e-11
#! value out! [-1.9375, 0.765625, 2.78125, -2.671875, -3.8125]
#! gradient out! [0, 0, 1, 0, 0]
#! gradient x [1, 1, 1, 0, 0]
#! restored true
#! run total_complex --set out!='1+0im' --set x='["1.5-2im","0.25+1im","-3+0.5im"]' --grad out!.im
#! tolerance 1e-10
#! value out! {"re": -0.25, "im": -0.5}
#! gradient out! {"re": 0, "im": 1}
#! gradient x [{"re": 0, "im": 1}, {"re": 0, "im": 1}, {"re": 0, "im": 1}]
#! restored true
#! run inner_complex --set out!='1+0im' --set x='["1.5-2im","0.25+1im","-3+0.5im"]' --set y='["2+1im","0.5-1.5im","1-0.25im"]' --grad out!.im
#! tolerance 1e-10
#! value out! {"re": -2.5, "im": 4.875}
#! gradient out! {"re": 0, "im": 1}
#! gradient x [{"re": 1, "im": -2}, {"re": -1.5, "im": -0.5}, {"re": -0.25, "im": -1}]
#! gradient y [{"re": 2, "im": 1.5}, {"re": -1, "im": 0.25}, {"re": -0.5, "im": -3}]
#! restored true
#! run inner_complex --set out!='1+0im' --set x='["1.5-2im","0.25+1im","-3+0.5im"]' --set y='["2+1im","0.5-1.5im","1-0.25im"]' --grad out!.re
#! tolerance 1e-10
#! value out! {"re": -2.5, "im": 4.875}
#! gradient out! {"re": 1, "im": 0}
#! gradient x [{"re": 2, "im": 1}, {"re": 0.5, "im": -1.5}, {"re": 1, "im": -0.25}]
#! gradient y [{"re": 1.5, "im": -2}, {"re": 0.25, "im": 1}, {"re": -3, "im": 0.5}]
#! restored true
#! run lengths_complex --set out!='0' --set square!='0' --set x='["1.5-2im","0.25+1im","-3+0.5im"]' --grad out!
#! tolerance 1e-10
#! value out! 4.069705149024927
#! value square! 16.5625
#! gradient out! 1
#! gradient square! 0
#! gradient x [{"re": 0.368577070100334, "im": -0.4914360934671492}, {"re": 0.06142951168336784, "im": 0.2457180467335983}, {"re": -0.737154140200757, "im": 0.1228590233667584}]
#! restored true
#! run scaled_complex --set a='0.5-1im' --set x='["1.5-2im","0.25+1im","-3+0.5im"]' --set y!='["2+1im","0.5-1.5im","1-0.25im"]' --grad y![2].im
#! tolerance 1e-10
#! value y! [{"re": 0.75, "im": -1.5}, {"re": 1.625, "im": -1.25}, {"re": 0, "im": 3}]
#! gradient a {"re": 1, "im": 0.25}
#! gradient x [{"re": 0, "im": 0}, {"re": -1, "im": 0.5}, {"re": 0, "im": 0}]
#! gradient y! [{"re": 0, "im": 0}, {"re": 0, "im": 1}, {"re": 0, "im": 0}]
#! restored true

# What the library's sum has no value for is summed as it is without the library.
@i function sums_of_others(n!::Int, z!::Fixed, A::Matrix{Int}, B::Vector{Complex{Fixed}})
    n! += sum(A) + 1
    z! += real(sum(B)) * 2
end

#! run sums_of_others --set A=[[1,2],[3,4]] --set B.re=[1,3] --set B.im=[2,4] --grad z!
#! value n! 11
#! value z! 8
#! gradient B [{"re":2,"im":0},{"re":2,"im":0}]
#! restored true
#! run lengths --set x=[2.384185791015625e-7,4.76837158203125e-7,-4.76837158203125e-7] --grad out!
#! value out! 7.152557373046875e-7
#! tolerance 1e-4
#! gradient x [0.333333333333333,0.666666666666667,-0.666666666666667]
#! run lengths_complex --set x='["7.152557373046875e-7+9.5367431640625e-7im"]' --grad out!
#! value out! 1.1920928955078125e-6
#! gradient x [{"re":0.6,"im":0.8}]
