# Softmax of products, then a mean of rows.
using Neural, Linear
@i function attend(out!::Vector{Fixed}, K::Matrix{Fixed}, V::Matrix{Fixed}, q::Vector{Fixed})
    @routine begin
        s ← zeros(Fixed, size(K, 1))
        i_mul!(s, K, q)
        a ← zeros(Fixed, size(K, 1))
        i_softmax!(a, s)
    end
    i_mul!(out!, V', a)
    ~@routine
end

#! run attend --set 'out!=[0.0, 0.0]' --set 'K=[[1.0, 0.5], [-0.5, 0.25], [0.75, -1.0]]' --set 'V=[[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]]' --set 'q=[0.5, 1.5]' --grad out![2]
#! value out! [1.4252040208162, 1.1981665701338]
#! gradient out! [0.0, 1.0]
#! gradient K [[0.28280035242084, 0.84840105726253], [-0.25169529322518, -0.75508587967555], [-0.031105059195661, -0.093315177586982]]
#! gradient V [[0.0, 0.70538429027094], [0.0, 0.22900475027228], [0.0, 0.065610959456778]]
#! gradient q [0.77063840927338, 0.21916282419957]
#! restored true
#! check attend --set 'out!=[0.0, 0.0]' --set 'K=[[1.0, 0.5], [-0.5, 0.25], [0.75, -1.0]]' --set 'V=[[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]]' --set 'q=[0.5, 1.5]'
