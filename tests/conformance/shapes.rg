# The parts of an array of compound values have one shape, and the code measures all of them by the first one: also where columns of the
# array are arrays of their own meanwhile. Branches on p && q.

struct Pair{T}
    a::T
    b::T
end

"y! gains the sum of the column and of the elements of A' A beside it."
@i function fold_column!(y!::Complex{Fixed}, column::Vector{Complex{Fixed}}, k::Complex{Fixed})
    for i = 1:length(column)
        y! += column[i] * k
    end
end

@i function columns!(y!::Complex{Fixed}, A::Matrix{Complex{Fixed}}, i::Int, j::Int)
    k ← Complex(0.0, 0.0)
    k += A[i, j] * 2
    fold_column!(y!, A[:, 1], k)
    y! += A[i, j] * A[1, j]
    fold_column!(y!, A[1:2, j], k)
    k -= A[i, j] * 2
    k → Complex(0.0, 0.0)
end

"Exchanges through a part of A! while the other parts are measured."
@i function shift!(A!::Matrix{Complex{Fixed}}, v!::Vector{Complex{Fixed}})
    for i = 1:length(v!)
        A![i, end] += v![i]
    end
end

@i function pairs!(y!::Fixed, P::Matrix{Pair{Fixed}}, low::Fixed)
    for j = 1:size(P, 2), i = 1:size(P, 1)
        if (P[i, j].a > low && P[i, j].b > P[i, j].a && i != j, ~)
            y! += P[i, j].a * P[i, j].b
        end
    end
end

"q is not evaluated where p fails: no index out of range, no division by zero."
@i function guarded!(y!::Fixed, v::Vector{Fixed}, k::Int, n::Int)
    if (k >= 1 && k <= length(v) && v[k] > 0.5, ~)
        y! += v[k]
    end
    if (n != 0 && k ÷ n == 1, ~)
        y! += 10
    end
end

"A condition that the body changes."
@i function broken!(x!::Fixed, y!::Fixed)
    if (x! > 0 && y! > 0, ~)
        y! -= 5
    end
end

#! run columns! --set A='[["1+2im","0.5-1im"],["-1+0.25im","2im"],["3","1-1im"]]' --set i=3 --set j=2 --set y!=0 --grad y!.re
#! value y! {"re":13,"im":-2}
#! restored true
#! check columns! --set A='[["1+2im","0.5-1im"],["-1+0.25im","2im"],["3","1-1im"]]' --set i=2 --set j=2 --set y!=0
#! run shift! --set A!='[["1+2im","0.5-1im"],["-1+0.25im","2im"]]' --set v!='["1+1im","2-3im"]'
#! value A! [[{"re":1,"im":2},{"re":1.5,"im":0}],[{"re":-1,"im":0.25},{"re":2,"im":-1}]]
#! run pairs! --set P='[[{"a":1,"b":2},{"a":3,"b":4}],[{"a":0.5,"b":2},{"a":9,"b":10}],[{"a":2,"b":5},{"a":4,"b":3}]]' --set low=0.75 --set y!=0 --grad y!
#! value y! 22
#! gradient P [[{"a":0,"b":0},{"a":4,"b":3}],[{"a":0,"b":0},{"a":0,"b":0}],[{"a":5,"b":2},{"a":0,"b":0}]]
#! restored true
#! run guarded! --set v=[0.25,0.75] --set k=7 --set n=0
#! value y! 0
#! run guarded! --set v=[0.25,0.75] --set k=2 --set n=2
#! value y! 10.75
#! run broken! --set x!=1 --set y!=2
#! status 1
#! trap R0811
