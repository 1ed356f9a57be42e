# Gradient descent with momentum that runs backward, after Maclaurin, Duvenaud and Adams (arXiv:1502.03492): v := 9/10 v - eta g,
# w := w + v. A product of v rounds, so each velocity has an Int that keeps what the rounding takes: its
# bank. Trained and untrained, weights, velocities and banks are what they were, to the bit. The
# gradient of the final loss with respect to the learning rate needs no record of the steps in between.

using Banks

"Residuals of the model y = X w + noise."
@i function residuals(r!::Vector{Fixed}, w::Vector{Fixed}, X::Matrix{Fixed}, y::Vector{Fixed})
    for j in eachindex(r!)
        r![j] += dot(X[j, :], w)
        r![j] -= y[j]
    end
end

@i function descend(w!::Vector{Fixed}, v!::Vector{Fixed}, bank!::Vector{Int}, X::Matrix{Fixed}, y::Vector{Fixed}, eta::Fixed)
    r ← zeros(Fixed, length(y))
    residuals(r, w!, X, y)
    for i in eachindex(w!)
        MULDIV(v![i], 9, 10, bank![i])
        v![i] -= eta * dot(r, X[:, i])
    end
    (~residuals)(r, w!, X, y)
    r → zeros(Fixed, length(y))
    for i in eachindex(w!)
        w![i] += v![i]
    end
end

@i function train(w!::Vector{Fixed}, v!::Vector{Fixed}, bank!::Vector{Int}, X::Matrix{Fixed}, y::Vector{Fixed}, eta::Fixed, steps::Int)
    for t = 1:steps
        descend(w!, v!, bank!, X, y, eta)
    end
end

"The loss after training; everything else comes back to where it began."
@i function loss(out!::Fixed, w!::Vector{Fixed}, v!::Vector{Fixed}, bank!::Vector{Int}, X::Matrix{Fixed}, y::Vector{Fixed}, eta::Fixed, steps::Int)
    train(w!, v!, bank!, X, y, eta, steps)
    r ← zeros(Fixed, length(y))
    residuals(r, w!, X, y)
    out! += dot(r, r)
    (~residuals)(r, w!, X, y)
    r → zeros(Fixed, length(y))
    (~train)(w!, v!, bank!, X, y, eta, steps)
end

"As descend. A column of bank! belongs to each velocity, and full digits spill into it as words."
@i function descend_spilling(w!::Vector{Fixed}, v!::Vector{Fixed}, bank!::Matrix{Int}, X::Matrix{Fixed}, y::Vector{Fixed}, eta::Fixed)
    r ← zeros(Fixed, length(y))
    residuals(r, w!, X, y)
    for i in eachindex(w!)
        i_muldiv!(v![i], bank![:, i], 9, 10)
        v![i] -= eta * dot(r, X[:, i])
    end
    (~residuals)(r, w!, X, y)
    r → zeros(Fixed, length(y))
    for i in eachindex(w!)
        w![i] += v![i]
    end
end

"Any number of steps: bank! needs 3 rows, and one more for each 64 bits, that is for each 421 steps."
@i function train_long(w!::Vector{Fixed}, v!::Vector{Fixed}, bank!::Matrix{Int}, X::Matrix{Fixed}, y::Vector{Fixed}, eta::Fixed, steps::Int)
    for t = 1:steps
        descend_spilling(w!, v!, bank!, X, y, eta)
    end
end

#! run train --set w!=[0.3,-0.7] --set v!=[0,0] --set bank!=[0,0] --set X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]] --set y=[2.0,-0.5,3.25,1.75] --set eta=0.05 --set steps=100
#! value w! [1.28454190036499, 1.07189315314553]
#! value v! [-0.00262378688497213, -0.00513958397832096]
#! run loss --set w!=[0.3,-0.7] --set v!=[0,0] --set bank!=[0,0] --set X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]] --set y=[2.0,-0.5,3.25,1.75] --set eta=0.05 --set steps=20 --grad out! --raw
#! value out! 3.83955074806924
#! gradient eta -10.3570908719568
#! gradient w! [-1.48195747218849, -3.34400169032476]
#! raw w! [2638827906662, -6157265115546]
#! raw v! [0, 0]
#! raw bank! [0, 0]
#! restored true
# Untrained: the run back from there ends on the words of [0.3, -0.7] and empty banks.
#! run train --set w!=[1.2845419003649567,1.0718931531453109] --set v!=[-0.0026237868847829304,-0.0051395839786891884] --set bank!=[52630,24853] --set X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]] --set y=[2.0,-0.5,3.25,1.75] --set eta=0.05 --set steps=100 --backward --raw
#! raw w! [2638827906662, -6157265115546]
#! raw v! [0, 0]
#! raw bank! [0, 0]
# Far beyond what two Ints hold, down to the solution of the normal equations: each bank has set two words aside.
#! run train_long --set w!=[0.3,-0.7] --set v!=[0,0] --set bank!=[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]] --set X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]] --set y=[2.0,-0.5,3.25,1.75] --set eta=0.05 --set steps=1500
#! value w! [1.2879746835443038, 1.0784810126582278]
