# Momentum descent on a regression, run and taken back.
@i function loss_grad!(g!, w, x, t)
    @routine begin
        y ← 0.0
        y += dot(w, x)
    end
    for k = 1:length(w)
        g![k] += (y - t) * x[k]
    end
    ~@routine
end
@i function train!(w!, v!, bank!, X, T, eta; epochs=2)
    for e = 1:epochs, i = 1:length(T)
        for k = 1:length(w!)
            MULDIV(v![k], 9, 10, bank![k])
        end
        g ← zeros(Fixed, length(w!))
        loss_grad!(g, w!, X[:, i], T[i])
        v! .-= eta .* g
        (~loss_grad!)(g, w!, X[:, i], T[i])
        g → zeros(Fixed, length(w!))
        w! .+= v!
    end
end
@i function f(y!::Fixed, w!::Vector{Fixed}, X::Matrix{Fixed}, T::Vector{Fixed}, eta::Fixed)
    @routine begin
        v ← zeros(Fixed, length(w!))
        b ← zeros(Int, length(w!))
        train!(w!, v, b, X, T, eta)
    end
    for w in w!
        y! += w ^ 2
    end
    ~@routine
end

#! run f --set 'w!=[0.5, -0.25]' --set 'X=[[1.0, 0.5, -1.0], [0.25, 2.0, 0.75]]' --set 'T=[1.0, -0.5, 0.25]' --set eta=0.125 --grad y!
#! value y! 0.13232825851326
#! gradient w! [-0.071168209577874, 0.11470736259383]
#! gradient X [[0.035326148511979, -0.043528106379325, 0.53815763896069], [0.017583929878475, 0.023728248573736, -0.25638387052207]]
#! gradient T [0.36141160801748, -0.1368797549345, -0.40373609208324]
#! gradient eta -1.3444540177957
#! restored true
#! check f --set 'w!=[0.5, -0.25]' --set 'X=[[1.0, 0.5, -1.0], [0.25, 2.0, 0.75]]' --set 'T=[1.0, -0.5, 0.25]' --set eta=0.125
