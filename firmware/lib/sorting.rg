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

# Functions are given by name, or as structs: the program writes `struct Above limit::Fixed end` and a routine `i_map(y!, f::Above, x)` or
# `i_keep(keep!::Bool, f::Above, x)`, which is chosen by the type of f.

"The elements x[i] for which the program's i_keep(keep!, f, x[i]) makes keep! true go on the stack out!, in order."
@i function i_filter!(f, out!::Stack{T}, x::AbstractVector{T}) where T
    for i = 1:length(x)
        @routine begin
            keep ← false
            i_keep(keep, f, x[i])
        end
        if (keep, ~)
            COPYPUSH!(out!, x[i])
        end
        ~@routine
    end
end

"Reversible mapfoldl: for each x[i] in order, y of the program's i_map(y!, f, x[i]) is folded into out! by its i_fold(out!, f, y)."
@i function i_mapfoldl(f, out!, x::AbstractVector{T}) where T
    for i = 1:length(x)
        @routine begin
            y ← zero(T)
            i_map(y, f, x[i])
        end
        i_fold(out!, f, y)
        ~@routine
    end
end

"The elements for which the function f that the call names is true go on the stack out!, in order: i_filter!(isodd, out!, x)."
@i function i_filter!(f::Function, out!::Stack{T}, x::AbstractVector{T}) where T
    for i = 1:length(x)
        if (f(x[i]), ~)
            COPYPUSH!(out!, x[i])
        end
    end
end

"fold(out!, map(x[i])) for each x[i] in order; map a function and fold a routine that the call names."
@i function i_mapfoldl(map::Function, fold::Function, out!::T, x::AbstractVector) where T
    for i = 1:length(x)
        @routine begin
            y ← zero(T)
            y += map(x[i])
        end
        fold(out!, y)
        ~@routine
    end
end
