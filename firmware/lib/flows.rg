# Coupling layers of normalising flows: maps that are undone in place, no activations kept. `using Flows`
using Linear

"y! += W2 tanh(W1 x + b1) + b2, a perceptron with one hidden layer, uncomputed inside."
@i function i_perceptron!(y!::AbstractVector{Fixed}, W1::AbstractMatrix{Fixed}, b1::AbstractVector{Fixed}, W2::AbstractMatrix{Fixed}, b2::AbstractVector{Fixed}, x::AbstractVector{Fixed})
    @routine begin
        z ← zeros(Fixed, length(b1))
        a ← zeros(Fixed, length(b1))
        i_affine!(z, W1, b1, x)
        a .+= tanh.(z)
    end
    i_affine!(y!, W2, b2, a)
    ~@routine
end

"Additive coupling (NICE, Dinh and others 2014): x2! += m(x1), m a perceptron. Volume is kept. The inverse is (~i_nice!)."
@i function i_nice!(x2!::AbstractVector{Fixed}, x1::AbstractVector{Fixed}, W1::AbstractMatrix{Fixed}, b1::AbstractVector{Fixed}, W2::AbstractMatrix{Fixed}, b2::AbstractVector{Fixed})
    i_perceptron!(x2!, W1, b1, W2, b2, x1)
end

"The scaling layer of NICE: x![i] := x![i] exp(s[i]), logdet! += Σ s[i]. bank![i] (starts at 0) keeps what rounding takes, so the inverse is exact."
@i function i_scale!(x!::AbstractVector{Fixed}, bank!::AbstractVector{Int}, logdet!::Fixed, s::AbstractVector{Fixed})
    for i = 1:length(x!)
        @routine begin
            @zeros Fixed up down
            if (s[i] > 0, ~)
                up += 1
                down += exp(-s[i])
            else
                up += exp(s[i])
                down += 1
            end
        end
        MULDIV(x![i], up, down, bank![i])
        ~@routine
        logdet! += s[i]
    end
end

"Affine coupling (RealNVP, Dinh and others 2016): x2! := x2! exp(s(x1)) + t(x1), logdet! += Σ s(x1). Given are s and t of x1 as vectors, made by i_perceptron! or otherwise. bank! as in i_scale!."
@i function i_realnvp!(x2!::AbstractVector{Fixed}, bank!::AbstractVector{Int}, logdet!::Fixed, s::AbstractVector{Fixed}, t::AbstractVector{Fixed})
    i_scale!(x2!, bank!, logdet!, s)
    x2! .+= t
end

"The same with s and t the halves of one perceptron of x1, the first through tanh: 2 length(x2!) outputs."
@i function i_realnvp!(x2!::AbstractVector{Fixed}, bank!::AbstractVector{Int}, logdet!::Fixed, x1::AbstractVector{Fixed}, W1::AbstractMatrix{Fixed}, b1::AbstractVector{Fixed}, W2::AbstractMatrix{Fixed}, b2::AbstractVector{Fixed})
    @assert length(b2) == 2 * length(x2!)
    @routine begin
        y ← zeros(Fixed, length(b2))
        s ← zeros(Fixed, length(x2!))
        i_perceptron!(y, W1, b1, W2, b2, x1)
        s .+= tanh.(y[1:length(x2!)])
    end
    i_realnvp!(x2!, bank!, logdet!, s, y[length(x2!)+1:end])
    ~@routine
end

"out! += Σ log of the standard normal density at z[i]: with logdet! of the layers, the log likelihood of a flow."
@i function i_standard_logpdf(out!::Fixed, z::AbstractVector{Fixed})
    out! -= dot(z, z) / 2
    out! -= length(z) * (log(2π) / 2)
end
