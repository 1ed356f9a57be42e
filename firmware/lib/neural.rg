# Layers and losses of neural networks. `using Neural`
using Linear, Sorting

"out! += max(x, 0)"
@i function i_relu(out!::Fixed, x::Fixed)
    if (x > 0, ~)
        out! += x
    end
end

"y! += max(x, 0) for each element."
@i function i_relu(y!::AbstractVector{Fixed}, x::AbstractVector{Fixed})
    y! .+= max.(x, 0)
end

"out! += 1 / (1 + exp(-x)), without overflow for any x."
@i function i_sigmoid(out!::Fixed, x::Fixed)
    out! += tanh(x / 2) / 2 + 0.5
end

"index! += the place of the first of the largest elements of x: one behind all at which the largest so far is smaller."
@i function i_argmax(index!::Int, x::AbstractVector{T}) where T
    @routine begin
        largest ← zeros(T, length(x))
        largest[1] += x[1]
        for i = 2:length(x)
            largest[i] += max(largest[i-1], x[i])
        end
        before ← 0
        for i = 1:length(x)
            before += largest[i] != largest[length(x)]
        end
    end
    index! += 1 + before
    ~@routine
end

"index! += the place of the first of the smallest elements of x."
@i function i_argmin(index!::Int, x::AbstractVector{T}) where T
    @routine begin
        smallest ← zeros(T, length(x))
        smallest[1] += x[1]
        for i = 2:length(x)
            smallest[i] += min(smallest[i-1], x[i])
        end
        before ← 0
        for i = 1:length(x)
            before += smallest[i] != smallest[length(x)]
        end
    end
    index! += 1 + before
    ~@routine
end

"out! += the largest element of x; the gradient goes to the first of the largest."
@i function i_maximum(out!, x::AbstractVector)
    @routine begin
        k ← 0
        i_argmax(k, x)
    end
    out! += x[k]
    ~@routine
end

"k! += the place of the largest element of x, Z! += the sum of exp(x - x[k]): 1 .. length(x), so nothing overflows."
@i function i_shifted_sum(k!::Int, Z!::Fixed, x::AbstractVector{Fixed})
    i_argmax(k!, x)
    for i = 1:length(x)
        Z! += exp(x[i] - x[k!])
    end
end

"out! += log(sum(exp(x))), shifted by the largest element."
@i function i_logsumexp(out!::Fixed, x::AbstractVector{Fixed})
    @routine begin
        k ← 0
        Z ← zero(Fixed)
        i_shifted_sum(k, Z, x)
    end
    out! += log(Z)
    out! += x[k]
    ~@routine
end

"NiLang's form: logout! += log(sum(exp(x))); out!, and the stacks xs! and inds! of running maxima, start empty and stay."
@i function i_logsumexp(logout!::Fixed, out!::Fixed, xs!::Stack{Fixed}, inds!::Stack{Int}, x::AbstractVector{Fixed})
    i_ascending!(xs!, inds!, x)
    for i = 1:length(x)
        out! += exp(x[i] - xs![end])
    end
    logout! += log(out!)
    logout! += xs![end]
end

"y! += exp(x[i]) / sum(exp(x))"
@i function i_softmax!(y!::AbstractVector{Fixed}, x::AbstractVector{Fixed})
    @assert length(y!) == length(x)
    @routine begin
        k ← 0
        Z ← zero(Fixed)
        i_shifted_sum(k, Z, x)
    end
    for i = 1:length(x)
        y![i] += exp(x[i] - x[k]) / Z
    end
    ~@routine
end

"out! += -sum(p log softmax(x)): the cross entropy of the distribution p and softmax of the logits x."
@i function i_softmax_crossentropy(out!::Fixed, x::AbstractVector{Fixed}, p::AbstractVector{Fixed})
    @assert length(x) == length(p)
    @routine begin
        l ← zero(Fixed)
        i_logsumexp(l, x)
    end
    for i = 1:length(x)
        out! += (l - x[i]) * p[i]
    end
    ~@routine
end

"NiLang's form: imax! (place of the largest), xmax! (the largest) and Z! start at 0 and stay; x is left shifted by xmax!, as there."
@i function i_softmax_crossentropy(x!::AbstractVector{Fixed}, p::AbstractVector{Fixed}, imax!::Int, xmax!::Fixed, Z!::Fixed, out!::Fixed)
    @assert length(x!) == length(p)
    i_argmax(imax!, x!)
    xmax! += x![imax!]
    for i = 1:length(x!)
        x![i] -= xmax!
        Z! += exp(x![i])
    end
    for i = 1:length(x!)
        out! += (log(Z!) - x![i]) * p[i]
    end
end

"`index! += argmax(x)`"
@i function (:+=)(argmax)(index!::Int, x::AbstractVector)
    i_argmax(index!, x)
end

"`index! += argmin(x)`"
@i function (:+=)(argmin)(index!::Int, x::AbstractVector)
    i_argmin(index!, x)
end
