# Sorting, filtering, running maxima, maps and folds. `using Sorting`

"x! is sorted in place, stably; place![i], which starts at 0, becomes the index from which x![i] came. Gradients move with the elements. About n^2/4 moves, n for what is sorted."
@i function i_sort!(x!::AbstractVector, place!::AbstractVector{Int})
    @assert length(x!) == length(place!)
    for i = 1:length(x!)
        place![i] += i
        j ← i
        while (j > 1 && x![j-1] > x![j], j < i)
            x![j-1] ↔ x![j]
            place![j-1] ↔ place![j]
            DEC(j)
        end
        for k = 1:i
            if (place![k] == i, ~)
                j -= k
            end
        end
        j → 0
    end
end

"out! += x[place[1]], x[place[2]], ...: a permutation, or any choice, of elements."
@i function i_gather!(out!::AbstractVector, x::AbstractVector, place::AbstractVector{Int})
    @assert length(out!) == length(place)
    for i = 1:length(place)
        out![i] += x[place[i]]
    end
end

"The running maxima of x go on the stack xs!, their indices on inds!; both start empty. The last is the maximum."
@i function i_ascending!(xs!::Stack{T}, inds!::Stack{Int}, x::AbstractVector{T}) where T
    if (length(x) > 0, ~)
        COPYPUSH!(xs!, x[1])
        inds![end+1] ← 1
        for i = 2:length(x)
            if (x[i] > xs![end], i == inds![end])
                COPYPUSH!(xs!, x[i])
                inds![end+1] ← i
            end
        end
    end
end

"The elements x[i] with keep[i] go on the stack out!, in order. x stays."
@i function i_filter!(out!::Stack{T}, keep::AbstractVector{Bool}, x::AbstractVector{T}) where T
    @assert length(keep) == length(x)
    for i = 1:length(x)
        if (keep[i], ~)
            COPYPUSH!(out!, x[i])
        end
    end
end
