# Steps of gradient descent that run backward. `using Optimisers`

"w! -= eta g. The inverse needs g at the old w!, so g must not depend on w!, or be computed on both sides by the caller."
@i function i_descend!(w!::AbstractVector{Fixed}, g::AbstractVector{Fixed}, eta::Fixed)
    w! .-= eta .* g
end

"v! := decay v! - (1 - decay) g for decay = n / d; bank![i] (starts at 0) keeps what the product takes from v![i] (Maclaurin, Duvenaud and Adams 2015). n, d: Int, n / d below 1: 9 and 10. A bank grows by log2(d / n) bits a step."
@i function i_momentum!(v!::AbstractVector{Fixed}, bank!::AbstractVector{Int}, g::AbstractVector{Fixed}, n::Int, d::Int)
    for i = 1:length(v!)
        MULDIV(v![i], n, d, bank![i])
        v![i] -= g[i] * (d - n) / d
    end
end

"w! += eta v!, the step after i_momentum!; the inverse is exact when both are undone in turn."
@i function i_move!(w!::AbstractVector{Fixed}, v::AbstractVector{Fixed}, eta::Fixed)
    w! .+= eta .* v
end
