# A small network and one step of its training: layers of tanh, a sum of squares, plain gradient descent.
"loss! += half the sum of squares of what the net makes of X (inputs x samples), less y. W has the weights of hidden layers, each n by n."
@i function loss(loss!::Fixed, W1::Matrix{Fixed}, W::Array{Fixed,3}, w::Vector{Fixed}, X::Matrix{Fixed}, y::Vector{Fixed})
    for s = 1:length(y)
        @routine begin
            h ← zeros(Fixed, length(w), size(W, 3) + 1)
            a ← zeros(Fixed, length(w), size(W, 3) + 1)
            for j = 1:size(X, 1), i = 1:length(w)
                a[i,1] += W1[i,j] * X[j,s]
            end
            for i = 1:length(w)
                h[i,1] += tanh(a[i,1])
            end
            for l = 1:size(W, 3)
                for j = 1:length(w), i = 1:length(w)
                    a[i,l+1] += W[i,j,l] * h[j,l]
                end
                for i = 1:length(w)
                    h[i,l+1] += tanh(a[i,l+1])
                end
            end
            e ← 0.0
            for i = 1:length(w)
                e += w[i] * h[i,size(W, 3)+1]
            end
            e -= y[s]
        end
        loss! += 0.5 * e^2
        ~@routine
    end
end

"The update: each weight goes against its gradient."
@i function update(W1!::Matrix{Fixed}, W!::Array{Fixed,3}, w!::Vector{Fixed}, G1::Matrix{Fixed}, G::Array{Fixed,3}, g::Vector{Fixed}, rate::Fixed)
    for j = 1:size(W1!, 2), i = 1:size(W1!, 1)
        W1![i,j] -= rate * G1[i,j]
    end
    for l = 1:size(W!, 3), j = 1:size(W!, 2), i = 1:size(W!, 1)
        W![i,j,l] -= rate * G[i,j,l]
    end
    for i = 1:length(w!)
        w![i] -= rate * g[i]
    end
end

# run update --set W1!=[[1.0],[2.0]] --set W!=[[[1],[2]],[[3],[4]]] --set w!=[1.0,2.0] --set G1=[[1],[-1]] --set G=[[[0],[1]],[[0],[0]]] --set g=[0.5,-1.0] --set rate=0.125
#     tolerance 1e-11
#     value w! [0.9375,2.125]
