# Conditions that take several operations, over bodies that leave alone what they read.

@i function steps(y!::Vector{Fixed}, x::Vector{Fixed}, lo, hi)
    for i = 1:length(x)
        if x[i] * x[i] > lo * lo && x[i] < hi
            y![i] += x[i]^2
        elseif 2 * x[i] >= hi
            y![i] += x[i] * hi
        else
            y![i] -= x[i]
        end
    end
end

"Column k+1 changes where column k is read, in rows that vectors name."
@i function relax(d!::Matrix{Fixed}, src::Vector{Int}, dst::Vector{Int}, w::Vector{Fixed})
    for k = 1:size(d!, 2)-1
        for i = 1:size(d!, 1)
            d![i, k+1] += d![i, k]
        end
        for e = 1:length(src)
            if d![src[e], k] + w[e] < d![dst[e], k]
                d![dst[e], k+1] += (d![src[e], k] + w[e] - d![dst[e], k]) / 2
            end
        end
    end
end

"An element changes beside the one that the condition reads."
@i function escape(z!::Vector{Fixed}, c)
    for k = 1:length(z!)-1
        if z![k]^2 + c^2 < 1.5
            z![k+1] += z![k]^2 + c
        else
            z![k+1] += z![k] / 2
        end
    end
end

@i function count(h!::Vector{Int}, text::Vector{Int})
    for i = 1:length(text)
        if text[i] >= 1 && text[i] <= length(h!)
            h![text[i]] += 1
        end
    end
end

@i function peaks(y!::Vector{Fixed}, n!::Vector{Int}, x::Vector{Fixed})
    for i = 2:length(x)-1
        if x[i] > x[i-1] && x[i] > x[i+1]
            n![i] += 1
            y![i] += x[i]^2 - x[i-1] * x[i+1]
        end
    end
end

"The bodies change what the condition reads, and not whether it holds."
@i function spread(x!::Vector{Fixed}, by::Vector{Int}, c)
    for i = 1:length(x!)
        if 2 * x![i] > c
            x![by[i]] += 1
        else
            x![by[i]] -= 1
        end
    end
end

#! run steps --set 'y!=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0]' --set 'x=[0.5, -0.25, 0.75, 0.125, -1.0, 0.25]' --set 'lo=-0.5' --set 'hi=0.5' --grad 'y![2]'
#! value y! [0.25, 0.25, 0.375, -0.125, 1.0, 0.125]
#! gradient y! [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
#! gradient x [0.0, -1.0, 0.0, 0.0, 0.0, 0.0]
#! gradient lo 0.0
#! gradient hi 0.0
#! restored true
#! run relax --set 'd!=[[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [8.0, 0.0, 0.0]]' --set 'src=[1, 2, 1, 3]' --set 'dst=[2, 3, 3, 1]' --set 'w=[1.0, 2.0, 4.5, 1.0]' --grad 'd![3,3]'
#! value d! [[0.0, 0.0, 0.0], [8.0, 4.5, 2.75], [8.0, 6.25, 5.375]]
#! gradient d! [[0.75, 0.5, 0.0], [0.0, 0.0, 0.0], [0.25, 0.5, 1.0]]
#! gradient w [0.0, 0.0, 0.75, 0.0]
#! restored true
#! run escape --set 'z!=[0.5, 0.0, 0.0, 0.0, 0.0]' --set 'c=0.75' --grad 'z![5]'
#! value z! [0.5, 1.0, 0.5, 1.0, 0.5]
#! gradient z! [0.25, 0.25, 0.5, 0.5, 1.0]
#! gradient c 0.75
#! restored true
#! run count --set 'h!=[0, 0, 0]' --set 'text=[1, 3, 4, 0, 3, 2, 3]'
#! value h! [1, 1, 3]
#! run spread --set 'x!=[0.5, 1.0, 0.25, -2.0]' --set 'by=[1, 2, 4, 4]' --set 'c=1.5' --grad 'x![4]'
#! value x! [-0.5, 2.0, 0.25, -4.0]
#! gradient x! [0.0, 0.0, 0.0, 1.0]
#! gradient c 0.0
#! restored true
#! run peaks --set 'y!=[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]' --set 'n!=[0, 0, 0, 0, 0, 0, 0]' --set 'x=[0.0, 1.0, 0.5, 0.75, -1.0, 2.0, 1.5]' --grad 'y![4]'
#! value y! [0.0, 1.0, 0.0, 1.0625, 0.0, 5.5, 0.0]
#! value n! [0, 1, 0, 1, 0, 1, 0]
#! gradient y! [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
#! gradient x [0.0, 0.0, 1.0, 1.5, -0.5, 0.0, 0.0]
#! restored true
