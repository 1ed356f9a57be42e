# Kernels whose cycles are counted by `make bench-papers`: dot product, matrix-vector, matrix-matrix, two-layer perceptron.
@i function dot_product(out!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    out! += dot(x, y)
end

@i function matrix_vector(y!::Vector{Fixed}, W::Matrix{Fixed}, x::Vector{Fixed})
    for i = 1:length(y!)
        y![i] += dot(W[i,:], x)
    end
end

@i function matrix_product(C!::Matrix{Fixed}, A::Matrix{Fixed}, B::Matrix{Fixed})
    for j = 1:size(C!, 2)
        for i = 1:size(C!, 1)
            C![i,j] += dot(A[i,:], B[:,j])
        end
    end
end

"Inputs, one hidden layer of rectified units, outputs, whose sum is the result. The layers are uncomputed."
@i function perceptron(out!::Fixed, x::Vector{Fixed}, W1::Matrix{Fixed}, b1::Vector{Fixed}, W2::Matrix{Fixed}, b2::Vector{Fixed})
    @routine begin
        hidden ← zeros(Fixed, length(b1))
        active ← zeros(Fixed, length(b1))
        for i = 1:length(b1)
            hidden[i] += dot(W1[i,:], x)
            hidden[i] += b1[i]
            if (hidden[i] > 0, ~)
                active[i] += hidden[i]
            end
        end
    end
    for i = 1:length(b2)
        out! += dot(W2[i,:], active)
        out! += b2[i]
    end
    ~@routine
end
