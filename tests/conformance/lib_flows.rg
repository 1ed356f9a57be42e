# The libraries Flows and Optimisers against numpy, gradients against complex steps.
using Flows, Optimisers

@i function nice(x2!::Vector{Fixed}, x1::Vector{Fixed}, W1::Matrix{Fixed}, b1::Vector{Fixed}, W2::Matrix{Fixed}, b2::Vector{Fixed})
    i_nice!(x2!, x1, W1, b1, W2, b2)
end

@i function scaled(x!::Vector{Fixed}, bank!::Vector{Int}, logdet!::Fixed, s::Vector{Fixed})
    i_scale!(x!, bank!, logdet!, s)
end

@i function realnvp(x2!::Vector{Fixed}, bank!::Vector{Int}, logdet!::Fixed, x1::Vector{Fixed}, W1::Matrix{Fixed}, b1::Vector{Fixed}, W2::Matrix{Fixed}, b2::Vector{Fixed})
    i_realnvp!(x2!, bank!, logdet!, x1, W1, b1, W2, b2)
end

@i function likelihood(out!::Fixed, z::Vector{Fixed})
    i_standard_logpdf(out!, z)
end

@i function momentum(w!::Vector{Fixed}, v!::Vector{Fixed}, bank!::Vector{Int}, g::Vector{Fixed}, eta::Fixed)
    for t = 1:10
        i_momentum!(v!, bank!, g, 9, 10)
        i_move!(w!, v!, eta)
    end
end

#! run nice --set x2!=[1,2] --set x1=[0.5,-0.25] --set W1=[[0.5,-1],[0.25,1],[1,1]] --set b1=[0.125,0,-0.25] --set W2=[[1,0.5,-0.5],[0.25,-0.75,1]] --set b2=[0.5,0.25] --grad x2![2]
#! tolerance 1e-11
#! value x2! [1.992423221463584, 2.481914681916042]
#! gradient x2! [0, 1]
#! gradient x1 [0.9019518314430498, 0.08849296479470783]
#! gradient W1 [[0.08655239349624852, -0.04327619674812426], [-0.3692011241063975, 0.1846005620531988], [0.5, -0.25]]
#! gradient b1 [0.173104786992497, -0.7384022482127951, 1]
#! gradient W2 [[0, 0, 0], [0.5545997223493823, -0.1243530017715962, 0]]
#! gradient b2 [0, 1]
#! restored true
#! run scaled --set x!=[1,-2,0.5] --set bank!=[0,0,0] --set logdet!=0.25 --set s=[0.5,-0.75,0] --grad x![1]
#! tolerance 1e-11
#! value x! [1.648721270700128, -0.9447331054820294, 0.5]
#! value logdet! 0
#! gradient x! [1.648721270700128, 0, 0]
#! gradient logdet! 0
#! gradient s [1.648721270700128, 0, 0]
#! restored true
#! run scaled --set x!=[1,-2,0.5] --set bank!=[0,0,0] --set logdet!=0.25 --set s=[0.5,-0.75,0] --grad x![2]
#! tolerance 1e-11
#! value x! [1.648721270700128, -0.9447331054820294, 0.5]
#! value logdet! 0
#! gradient x! [0, 0.4723665527410147, 0]
#! gradient logdet! 0
#! gradient s [0, -0.9447331054820294, 0]
#! restored true
#! run scaled --set x!=[1,-2,0.5] --set bank!=[0,0,0] --set logdet!=0.25 --set s=[0.5,-0.75,0] --grad logdet!
#! tolerance 1e-11
#! value x! [1.648721270700128, -0.9447331054820294, 0.5]
#! value logdet! 0
#! gradient x! [0, 0, 0]
#! gradient logdet! 1
#! gradient s [1, 1, 1]
#! restored true
#! run realnvp --set x2!=[1.5] --set bank!=[0] --set logdet!=0 --set x1=[0.5,-0.25] --set W1=[[0.5,-1],[0.25,1],[1,1]] --set b1=[0.125,0,-0.25] --set W2=[[1,0.5,-0.5],[0.25,-0.75,1]] --set b2=[0.5,0.25] --grad x2![1]
#! tolerance 1e-11
#! value x2! [3.684181067785417]
#! value logdet! 0.7583936965941509
#! gradient x2! [2.134844257246249]
#! gradient logdet! 0
#! gradient x1 [0.8601542749334626, -0.8640257955262588]
#! gradient W1 [[0.5575523955934959, -0.2787761977967479], [-0.03434858911948906, 0.01717429455974453], [0.1598880869498556, -0.0799440434749278]]
#! gradient b1 [1.115104791186992, -0.06869717823897813, 0.3197761738997112]
#! gradient W2 [[0.7545038901813093, -0.1691757493042623, 0], [0.5545997223493823, -0.1243530017715962, 0]]
#! gradient b2 [1.360447652200578, 1]
#! restored true
#! run realnvp --set x2!=[1.5] --set bank!=[0] --set logdet!=0 --set x1=[0.5,-0.25] --set W1=[[0.5,-1],[0.25,1],[1,1]] --set b1=[0.125,0,-0.25] --set W2=[[1,0.5,-0.5],[0.25,-0.75,1]] --set b2=[0.5,0.25] --grad logdet!
#! tolerance 1e-11
#! value x2! [3.684181067785417]
#! value logdet! 0.7583936965941509
#! gradient x2! [0]
#! gradient logdet! 1
#! gradient x1 [-0.01305249203939656, -0.2974514439286319]
#! gradient W1 [[0.147083329536739, -0.0735416647683695], [0.1045673578139878, -0.05228367890699391], [-0.1062097502415647, 0.05310487512078237]]
#! gradient b1 [0.294166659073478, 0.2091347156279756, -0.2124195004831295]
#! gradient W2 [[0.2356155919790761, -0.05283000503980036, 0], [0, 0, 0]]
#! gradient b2 [0.424839000966259, 0]
#! restored true
#! run likelihood --set out!=0.5 --set z=[1.5,-0.5] --grad out!
#! tolerance 1e-11
#! value out! -2.587877066409345
#! gradient out! 1
#! gradient z [-1.5, 0.5]
#! restored true
#! run momentum --set w!=[1,2] --set v!=[0.5,0] --set bank!=[0,0] --set g=[0.25,1] --set eta=0.125 --grad w![1]
#! tolerance 1e-11
#! value w! [1.237052566165625, 1.4827367548875]
#! value v! [0.01150883007499999, -0.6513215599000001]
#! gradient w! [1, 0]
#! gradient v! [0.7327367548875001, 0]
#! gradient g [-0.5172632451125001, 0]
#! gradient eta 1.896420529325
#! restored true
