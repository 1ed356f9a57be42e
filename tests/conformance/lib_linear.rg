# The library Linear against numpy.
using Linear

@i function gemv(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed})
    i_mul!(y!, A, x)
end

@i function gemv_complex(y!::Vector{Complex{Fixed}}, A::Matrix{Complex{Fixed}}, x::Vector{Complex{Fixed}})
    i_mul!(y!, A, x)
end

@i function gemm(C!::Matrix{Fixed}, A::Matrix{Fixed}, B::Matrix{Fixed})
    i_mul!(C!, A, B)
end

@i function gemm_int(C!::Matrix{Int}, A::Matrix{Int}, B::Matrix{Int})
    i_mul!(C!, A, B)
end

@i function gemm_complex(C!::Matrix{Complex{Fixed}}, A::Matrix{Complex{Fixed}}, B::Matrix{Complex{Fixed}})
    i_mul!(C!, A, B)
end

@i function affine(y!::Vector{Fixed}, W::Matrix{Fixed}, b::Vector{Fixed}, x::Vector{Fixed})
    i_affine!(y!, W, b, x)
end

@i function rotations(x!::Matrix{Fixed}, θ::Vector{Fixed})
    i_umm!(x!, θ)
end

#! run gemv --set y!=[6.671875,0.453125] --set A=[[4.109375,-5.109375,0.859375],[-1.109375,-0.890625,-0.421875]] --set x=[-4.015625,-0.453125,-1.703125] --grad y![2]
#! tolerance 1e-11
#! value y! [-8.978271484375, 6.030029296875]
#! gradient y! [0, 1]
#! gradient A [[0, 0, 0], [-4.015625, -0.453125, -1.703125]]
#! gradient x [-1.109375, -0.8906249999999999, -0.421875]
#! restored true
#! run gemv --set y!=[0,0] --set A=[[1,2],[3,4],[5,6]] --set x=[1,1]
#! status 1
#! trap R0815
#! run gemv --set y!=[0,0] --set A=[[1,2],[3,4]] --set x=[1,1,1]
#! status 1
#! trap R0815
#! run gemm --set C!=[[-0.390625,0.078125],[3.109375,1.109375]] --set A=[[4.109375,-5.109375,0.859375],[-1.109375,-0.890625,-0.421875]] --set B=[[-1.328125,-2.109375],[-0.765625,0.984375],[-0.453125,1.921875]] --grad C![1,2]
#! tolerance 1e-11
#! value C! [[-2.325927734375, -11.968017578125], [5.455810546875, 1.761962890625]]
#! gradient C! [[0, 1], [0, 0]]
#! gradient A [[-2.109375, 0.9843750000000001, 1.921875], [0, 0, 0]]
#! gradient B [[0, 4.109375], [0, -5.109375], [0, 0.8593750000000001]]
#! restored true
#! run gemm_int --set C!=[[0,0],[0,1]] --set A=[[1,2,3],[4,5,6]] --set B=[[1,-1],[2,0],[3,5]]
#! value C! [[14,14],[32,27]]
#! run affine --set y!=[6.671875,0.453125] --set W=[[4.109375,-5.109375,0.859375],[-1.109375,-0.890625,-0.421875]] --set b=[-0.703125,-0.546875] --set x=[-4.015625,-0.453125,-1.703125] --grad y![1]
#! tolerance 1e-11
#! value y! [-9.681396484375, 5.483154296875]
#! gradient y! [1, 0]
#! gradient W [[-4.015625, -0.453125, -1.703125], [0, 0, 0]]
#! gradient b [1, 0]
#! gradient x [4.109375, -5.109375, 0.8593750000000001]
#! restored true
#! run gemv_complex --set y!='["-0.984375+1.109375im","-0.359375+3.890625im"]' --set A='[["-0.515625-0.578125im","-0.484375+1.765625im"],["2.015625+1.171875im","-1.765625+0.203125im"]]' --set x='["1.359375+2.046875im","-5.640625-1.890625im"]' --grad y![2].im
#! tolerance 1e-10
#! value y! [{"re": 5.568359375, "im": -9.775390625}, {"re": 10.3251953125, "im": 11.8017578125}]
#! gradient y! [{"re": 0, "im": 0}, {"re": 0, "im": 1}]
#! gradient A [[{"re": 0, "im": 0}, {"re": 0, "im": 0}], [{"re": 2.046875, "im": 1.359375}, {"re": -1.890625, "im": -5.640625}]]
#! gradient x [{"re": 1.171875, "im": 2.015625}, {"re": 0.203125, "im": -1.765625}]
#! restored true
#! run gemm_complex --set C!='[["-3.328125-2.140625im","0.578125+0.078125im"],["1.421875-0.078125im","-0.859375+2.828125im"]]' --set A='[["1.515625+2.234375im"],["0.390625-0.390625im"]]' --set B='[["-1.828125+1.171875im","1.171875-0.421875im"]]' --grad C![2,1].re
#! tolerance 1e-10
#! value C! [[{"re": -8.71728515625, "im": -4.44921875}, {"re": 3.296875, "im": 2.05712890625}], [{"re": 1.16552734375, "im": 1.09375}, {"re": -0.56640625, "im": 2.20556640625}]]
#! gradient C! [[{"re": 0, "im": 0}, {"re": 0, "im": 0}], [{"re": 1, "im": 0}, {"re": 0, "im": 0}]]
#! gradient A [[{"re": 0, "im": 0}], [{"re": -1.828125, "im": -1.171875}]]
#! gradient B [[{"re": 0.390625, "im": 0.390625}, {"re": 0, "im": 0}]]
#! restored true
#! run rotations --set x!=[[-1.546875,0.484375],[-4.984375,1.390625],[0.984375,-3.265625]] --set θ=[0.5,-1.25,0.75] --grad x![2,1]
#! tolerance 1e-11
#! value x! [[-5.086671949214542, 2.796617067247939], [0.996021959310938, 1.805480342084291], [-1.157376034190846, -1.323607715828118]]
#! gradient x! [[-0.6943614827149424, 0], [-0.1243210566604608, 0], [-0.7088063248820041, 0]]
#! gradient θ [3.65533506573388, -3.721861244852982, 1.157376034190846]
#! restored true
#! run rotations --set x!=[[1],[2]] --set θ=[0.5,0.25]
#! status 1
#! trap R0815
