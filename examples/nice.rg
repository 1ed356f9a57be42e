# A NICE network (Dinh, Krueger and Bengio, arXiv:1410.8516; an example of NiLang). Each layer adds a function of one half of
# x to the other half. So the layers themselves are the way back, and no activation is kept. examples/host/nice.c trains it.
include "affine.rg"

struct NiceLayer{T}
    W1::Matrix{T}
    b1::Vector{T}
    W2::Matrix{T}
    b2::Vector{T}
end

"y! gains W2 relu(W1 x + b1) + b2."
@i function nice_layer!(x::AbstractVector{T}, layer::NiceLayer{T}, y!::AbstractVector{T}) where T
    @routine @invcheckoff begin
        y1 ← zeros(T, length(layer.b1))
        y1a ← zeros(T, length(layer.b1))
        i_affine!(y1, layer.W1, layer.b1, x)
        @inbounds for i=1:length(y1)
            if (y1[i] > 0, ~)
                y1a[i] += y1[i]
            end
        end
    end
    i_affine!(y!, layer.W2, layer.b2, y1a)
    ~@routine
end

"depth layers that update the two halves in turn, with one set of weights for each half."
@i function nice_network!(x!::AbstractVector{T}, odd::NiceLayer{T}, even::NiceLayer{T}, depth::Int) where T
    np ← length(x!)
    @invcheckoff for i=1:depth
        if (i%2==0, ~)
            nice_layer!(x![np÷2+1:np], even, x![1:np÷2])
        else
            nice_layer!(x![1:np÷2], odd, x![np÷2+1:np])
        end
    end
    np → length(x!)
end

"The logarithm of the density of x!, up to a constant; x! becomes what the network makes it from."
@i function logp!(out!::T, x!::AbstractVector{T}, odd::NiceLayer{T}, even::NiceLayer{T}, depth::Int) where T
    (~nice_network!)(x!, odd, even, depth)
    for i = 1:length(x!)
        out! -= 0.5 * x![i]^2
    end
end

"The negative logarithm of the likelihood of the columns of xs!, their mean. cum! gains the sum."
@i function nice_nll!(out!::Fixed, cum!::Fixed, xs!::Matrix{Fixed}, odd::NiceLayer{Fixed}, even::NiceLayer{Fixed}, depth::Int)
    for i=1:size(xs!, 2)
        logp!(cum!, xs![:,i], odd, even, depth)
    end
    out! -= cum!/size(xs!, 2)
end

# Values and gradients: the same network with 30 digits.
#! run nice_nll! --set xs!=[[0.8,-1.1,0.4],[0.3,0.6,-1.3]] --set odd='{"W1":[[0.5],[-0.8],[0.3]],"b1":[0.1,0.2,-0.15],"W2":[[0.7,-0.4,0.6]],"b2":[0.05]}' --set even='{"W1":[[-0.6],[0.9],[0.2]],"b1":[0.25,-0.1,0.3],"W2":[[0.35,0.55,-0.45]],"b2":[-0.2]}' --set depth=4 --grad out!
#! tolerance 1e-11
#! value out! 1.2283994262149838
#! value cum! -3.6851982786449515
#! value xs! [[1.2065040000000386,-0.94165879999982209,0.052873749999981244],[-0.9527671200000604,1.2662908159999945,-1.5855504124998685]]
#! gradient odd {"W1": [[0.47599599190616271],[-0.40038245758572399],[0.32163472619541902]], "b1": [1.0101008078889659,0.19900190976712432,0.27841861358401283], "W2": [[0.48429725248854127,-0.90026587005503842,0.09121270970168902]], "b2": [0.41697957554253852]}
#! gradient even {"W1": [[0.42586822075990125],[0.33585952156858612],[-0.65722109185956138]], "b1": [-0.74190024370400166,0.24368630926984852,0.29556615646479699], "W2": [[-1.2599885525197777,0.50528170633591355,0.095054158738915968]], "b2": [-1.028544523157773]}
#! gradient xs! [[0.64810444199921593,-0.64221317181359785,0.52938950668709824],[-0.27282234882976299,0.86402097450225093,-0.29163647531421724]]
#! restored true
#! check logp! --set x!=[0.8,0.3] --set odd='{"W1":[[0.5],[-0.8],[0.3]],"b1":[0.1,0.2,-0.15],"W2":[[0.7,-0.4,0.6]],"b2":[0.05]}' --set even='{"W1":[[-0.6],[0.9],[0.2]],"b1":[0.25,-0.1,0.3],"W2":[[0.35,0.55,-0.45]],"b2":[-0.2]}' --set depth=3
#! run nice_network! --set x!=[1.2065040000000386,-0.9527671200000604] --set odd='{"W1":[[0.5],[-0.8],[0.3]],"b1":[0.1,0.2,-0.15],"W2":[[0.7,-0.4,0.6]],"b2":[0.05]}' --set even='{"W1":[[-0.6],[0.9],[0.2]],"b1":[0.25,-0.1,0.3],"W2":[[0.35,0.55,-0.45]],"b2":[-0.2]}' --set depth=4
#! tolerance 1e-11
#! value x! [0.8,0.3]
