# Max-plus and min-plus numbers: the most likely path of a hidden Markov model (Viterbi), the best alignment of two sequences
# (Needleman and Wunsch), and the shortest paths of a graph. The gradient of a best score counts how often each number stands in it,
# so it is the path itself, and no table of choices is kept.
using TropicalNumbers

"best! *= the log likelihood of the most likely path through states that emit the symbols o[1], o[2], ...; all in logarithms."
@i function viterbi(best!::Tropical, start::Vector{Tropical}, move::Matrix{Tropical}, emit::Matrix{Tropical}, o::Vector{Int})
    @routine begin
        s ← ones(Tropical, length(start), length(o))
        for i = 1:length(start)
            s[i, 1] *= start[i] * emit[i, o[1]]
        end
        for t = 2:length(o)
            for j = 1:length(start)
                s[j, t] *= sum(s[:, t-1] .* move[:, j]) * emit[j, o[t]]
            end
        end
    end
    best! *= sum(s[:, length(o)])
    ~@routine
end

"best! *= the score of the best alignment of the symbols a with the symbols b."
@i function align(best!::Tropical, score::Matrix{Tropical}, gap::Tropical, a::Vector{Int}, b::Vector{Int})
    @routine begin
        s ← ones(Tropical, length(a) + 1, length(b) + 1)
        for i = 1:length(a)
            s[i+1, 1] *= s[i, 1] * gap
        end
        for j = 1:length(b)
            s[1, j+1] *= s[1, j] * gap
            for i = 1:length(a)
                s[i+1, j+1] *= s[i, j] * score[a[i], b[j]] + (s[i, j+1] + s[i+1, j]) * gap
            end
        end
    end
    best! *= s[end, end]
    ~@routine
end

"d! *= the lengths of the shortest walks of at most 2^k edges between any two vertices. edges[i,i] is 0, and a large number stands for no edge."
@i function shortest(d!::Matrix{TropicalMinPlus}, edges::Matrix{TropicalMinPlus}, k::Int)
    @routine begin
        p ← ones(TropicalMinPlus, size(edges, 1), size(edges, 1), k + 1)
        p[:, :, 1] .*= edges
        for t = 1:k
            for j = 1:size(edges, 1)
                for i = 1:size(edges, 1)
                    p[i, j, t+1] *= sum(p[i, :, t] .* p[:, j, t])
                end
            end
        end
    end
    d! .*= p[:, :, k+1]
    ~@routine
end

#! run viterbi --set start=[-1.875,-2.21875,-2.390625] --set move=[[-2.828125,-2.21875,-2.765625],[-0.09375,-1.390625,-2.828125],[-1.953125,-2.703125,-0.34375]] --set emit=[[-1.40625,-0.734375],[-1.625,-1.71875],[-0.046875,-0.65625]] --set o=[2,1,2,1,1] --grad best!.n
#! value best! {"n":-5.21875}
#! gradient start [{"n":0},{"n":0},{"n":1}]
#! gradient move [[{"n":0},{"n":0},{"n":0}],[{"n":0},{"n":0},{"n":0}],[{"n":0},{"n":0},{"n":4}]]
#! gradient emit [[{"n":0},{"n":0}],[{"n":0},{"n":0}],[{"n":3},{"n":2}]]
#! restored true
#! run align --set score=[[2,-1.25,-0.5],[-1,1.5,-1.75],[-0.75,-1,2.25]] --set gap=-0.875 --set a=[1,2,3,1,2] --set b=[2,3,1,1] --grad best!.n
#! value best! {"n":3.875}
#! gradient gap {"n":1}
#! gradient score [[{"n":1},{"n":0},{"n":0}],[{"n":1},{"n":1},{"n":0}],[{"n":0},{"n":0},{"n":1}]]
#! restored true
#! run shortest --set d!=[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]] --set edges=[[0,1.5,5,1000],[1000,0,2,1000],[1000,1000,0,0.25],[1000,1,1000,0]] --set k=2 --grad d![1,4].n
#! value d! [[{"n":0},{"n":1.5},{"n":3.5},{"n":3.75}],[{"n":1000},{"n":0},{"n":2},{"n":2.25}],[{"n":1000},{"n":1.25},{"n":0},{"n":0.25}],[{"n":1000},{"n":1},{"n":3},{"n":0}]]
#! restored true
