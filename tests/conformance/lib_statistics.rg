# The library Statistics against numpy, gradients against complex steps.
using Statistics

@i function mean_and_sum(out!::Fixed, sum!::Fixed, x::Vector{Fixed})
    i_mean_sum(out!, sum!, x)
end

@i function mean_matrix(out!::Fixed, X::Matrix{Fixed})
    i_mean(out!, X)
end

@i function information(s!::VarianceInfo{Fixed}, x::Vector{Fixed})
    i_var_mean_sum(s!, x)
end

@i function variance(out!::Fixed, x::Vector{Fixed})
    i_var(out!, x)
end

@i function correlation(rho!::Fixed, cov!::Fixed, a::Vector{Fixed}, b::Vector{Fixed})
    i_cor_cov(rho!, cov!, a, b)
end

@i function covariances(C!::Matrix{Fixed}, X::Matrix{Fixed})
    i_covariance!(C!, X)
end

@i function density(out!::Fixed, x::Fixed, μ::Fixed, σ::Fixed)
    i_normal_logpdf(out!, x, μ, σ)
end

#! run mean_and_sum --set out!=1.5 --set sum!=0 --set x=[0.078125,2.734375,2.453125,-1.015625,-0.578125,-1.046875] --grad out!
#! tolerance 1e-11
#! value out! 1.9375
#! value sum! 2.625
#! gradient out! 1
#! gradient sum! 0.1666666666666667
#! gradient x [0.1666666666666667, 0.1666666666666667, 0.1666666666666667, 0.1666666666666667, 0.1666666666666667, 0.1666666666666667]
#! restored true
#! run mean_matrix --set out!=1.5 --set X=[[1.390625,-0.265625],[-0.734375,0.953125],[1.671875,-0.390625],[-0.296875,1.390625]] --grad out!
#! tolerance 1e-11
#! value out! 1.96484375
#! gradient out! 1
#! gradient X [[0.125, 0.125], [0.125, 0.125], [0.125, 0.125], [0.125, 0.125]]
#! restored true
#! run variance --set out!=1.5 --set x=[0.078125,2.734375,2.453125,-1.015625,-0.578125,-1.046875] --grad out!
#! tolerance 1e-11
#! value out! 4.46279296875
#! gradient out! 1
#! gradient x [-0.14375, 0.91875, 0.80625, -0.58125, -0.40625, -0.5937500000000001]
#! restored true
#! run variance --set out!=0 --set x=[10000,10001.5,9999.25,10000.75] --grad out!
#! tolerance 1e-11
#! value out! 0.9375
#! gradient out! 1
#! gradient x [-0.25, 0.75, -0.75, 0.25]
#! restored true
#! run information --set x=[1.5,2,-7] --grad s!.variance
#! tolerance 1e-11
#! value s! {"variance": 25.58333333333333, "variance_accumulated": 51.16666666666666, "mean": -1.166666666666667, "sum": -3.5}
#! gradient x [2.666666666666667, 3.166666666666667, -5.833333333333333]
#! restored true
#! run correlation --set rho!=0 --set cov!=0 --set a=[0.078125,2.734375,2.453125,-1.015625,-0.578125,-1.046875] --set b=[1.140625,-0.109375,1.515625,-3.671875,3.140625,-0.171875] --grad rho!
#! tolerance 1e-11
#! value rho! 0.2423736857413405
#! value cov! 0.958984375
#! gradient rho! 1
#! gradient cov! 0
#! gradient a [0.04800312171964068, -0.05864120954219131, 0.02810085886556075, -0.1773640815323036, 0.1598361240858389, 6.51864034545483e-05]
#! gradient b [-0.02581078954821253, 0.1199249773987959, 0.09080040120024581, -0.03694718356671453, -0.07733116054771667, -0.070636244936398]
#! restored true
#! run correlation --set rho!=0 --set cov!=0 --set a=[0.078125,2.734375,2.453125,-1.015625,-0.578125,-1.046875] --set b=[1.140625,-0.109375,1.515625,-3.671875,3.140625,-0.171875] --grad cov!
#! tolerance 1e-11
#! value rho! 0.2423736857413405
#! value cov! 0.958984375
#! gradient rho! 0
#! gradient cov! 1
#! gradient a [0.1666666666666667, -0.08333333333333336, 0.2416666666666668, -0.7958333333333336, 0.5666666666666668, -0.09583333333333335]
#! gradient b [-0.07187500000000001, 0.459375, 0.403125, -0.290625, -0.203125, -0.2968750000000001]
#! restored true
#! run correlation --set a=[1,2] --set b=[1]
#! status 1
#! trap R0815
#! run covariances --set C!=[[0,0],[0,0]] --set X=[[1.390625,-0.265625],[-0.734375,0.953125],[1.671875,-0.390625],[-0.296875,1.390625]] --grad C![1,2]
#! tolerance 1e-11
#! value C! [[1.441650390625, -0.9973958333333334], [-0.9973958333333334, 0.7845052083333334]]
#! gradient C! [[0, 1], [0, 0]]
#! gradient X [[-0.2291666666666667, 0.2942708333333334], [0.1770833333333333, -0.4140624999999999], [-0.2708333333333333, 0.3880208333333334], [0.3229166666666666, -0.2682291666666666]]
#! restored true
#! run covariances --set C!=[[0,0],[0,0]] --set X=[[1.390625,-0.265625],[-0.734375,0.953125],[1.671875,-0.390625],[-0.296875,1.390625]] --grad C![2,2]
#! tolerance 1e-11
#! value C! [[1.441650390625, -0.9973958333333334], [-0.9973958333333334, 0.7845052083333334]]
#! gradient C! [[0, 0], [0, 1]]
#! gradient X [[0, -0.4583333333333333], [0, 0.3541666666666666], [0, -0.5416666666666666], [0, 0.6458333333333333]]
#! restored true
#! run density --set out!=0.5 --set x=1 --set μ=0.3125 --set σ=1.5 --grad out!
#! tolerance 1e-11
#! value out! -0.9294383635350593
#! gradient out! 1
#! gradient x -0.3055555555555555
#! gradient μ 0.3055555555555555
#! gradient σ -0.5266203703703703
#! restored true
#! run density --set out!=0 --set x=-2 --set μ=3 --set σ=0.25 --grad out!
#! tolerance 1e-11
#! value out! -199.5326441720848
#! gradient out! 1
#! gradient x 80
#! gradient μ -80
#! gradient σ 1596
#! restored true
#! run mean_matrix --set out!=0 --set X=[[20000,20001],[20003,19998]] --grad out!
#! tolerance 1e-11
#! value out! 20000.5
#! gradient out! 1
#! gradient X [[0.25, 0.25], [0.25, 0.25]]
#! restored true
