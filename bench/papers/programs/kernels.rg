# Kernels whose cycles are counted by `make bench-papers`: dot product, matrix-vector, matrix-matrix, two-layer perceptron, as loops; the products are rounded one by one.
@i function dot_product(out!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    for k = 1:length(x)
        out! += x[k] * y[k]
    end
end

@i function matrix_vector(y!::Vector{Fixed}, W::Matrix{Fixed}, x::Vector{Fixed})
    for i = 1:size(W, 1), k = 1:size(W, 2)
        y![i] += W[i,k] * x[k]
    end
end

@i function matrix_product(C!::Matrix{Fixed}, A::Matrix{Fixed}, B::Matrix{Fixed})
    for j = 1:size(C!, 2), i = 1:size(C!, 1), k = 1:size(A, 2)
        C![i,j] += A[i,k] * B[k,j]
    end
end

"Inputs, one hidden layer of rectified units, outputs, whose sum is the result. The layers are uncomputed."
@i function perceptron(out!::Fixed, x::Vector{Fixed}, W1::Matrix{Fixed}, b1::Vector{Fixed}, W2::Matrix{Fixed}, b2::Vector{Fixed})
    @routine begin
        hidden ← zeros(Fixed, length(b1))
        active ← zeros(Fixed, length(b1))
        for i = 1:length(b1)
            for k = 1:length(x)
                hidden[i] += W1[i,k] * x[k]
            end
            hidden[i] += b1[i]
            if (hidden[i] > 0, ~)
                active[i] += hidden[i]
            end
        end
    end
    for i = 1:length(b2)
        for k = 1:length(active)
            out! += W2[i,k] * active[k]
        end
        out! += b2[i]
    end
    ~@routine
end
