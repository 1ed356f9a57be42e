# Rows exchanged, a column of an ancilla passed where it stands.
@i function eliminate!(A!, F!, k::Int)
    for i = k+1:size(A!, 1)
        F![i] += A![i, k] / A![k, k]
        for j = size(A!, 2):-1:k+1
            A![i, j] -= F![i] * A![k, j]
        end
    end
end
@i function f(d!::Fixed, A!::Matrix{Fixed})
    @routine begin
        A![1, :] ↔ A![3, :]
        F ← zeros(Fixed, size(A!, 1), size(A!, 1))
        for k = 1:size(A!, 1)-1
            eliminate!(A!, F[:, k], k)
        end
    end
    d! -= A![1, 1] * A![2, 2] * A![3, 3]
    ~@routine
end

#! run f --set 'A!=[[0.5, 1.0, 2.0], [1.5, -1.0, 0.25], [2.0, 0.75, 1.0]]' --grad d!
#! value d! 4.65625
#! gradient A! [[-1.1875, -1.0, 3.125], [0.5, -3.5, 1.625], [2.25, 2.875, -2.0]]
#! restored true
#! check f --set 'A!=[[0.5, 1.0, 2.0], [1.5, -1.0, 0.25], [2.0, 0.75, 1.0]]'
