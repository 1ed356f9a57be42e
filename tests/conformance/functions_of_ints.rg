# Functions of Julia that loop over arrays of Int: whole numbers, also beside reals.
function weighted(v::Vector{Int}, w::Vector{Fixed}, k::Int)
    s = 0
    n = 0
    for (a, b) in zip(v, w)
        s += a * b
        if a % 2 == 0 && a > k
            n += 1
        end
    end
    return s + n
end
function checksum(v::Vector{Int}, poly::Int)
    c = 0
    for b in v
        c = c ⊻ b
        for k = 1:8
            c = (c & 1) == 1 ? (c >>> 1) ⊻ poly : c >>> 1
        end
    end
    return c
end
average(v::Vector{Int}) = foldl(+, 0, v) / length(v)
function distance(p, q)
    d = 0.0
    for (a, b) in zip(p, q)
        d += (a - b)^2
    end
    return sqrt(d)
end
softmax(z) = exp.(z) ./ sum(exp.(z))
@i function main(y!::Fixed, n!::Int, z!::Vector{Fixed}, v::Vector{Int}, w::Vector{Fixed})
    y! += average(v) + weighted(v, w, 1) + distance(w, z!)
    n! += checksum(v, 0xA001)
    z! .+= softmax(w)
    if (checksum(v, 3) < 2, ~)
        n! += 1
    end
end
#! run main --set v=[3,2,6] --set w=[0.5,1,1.5] --set z!=[0.5,1,5.5]
#! value y! 22.1666666666
#! value n! 25202
#! value z! [0.68632372322588,1.3071958857184,6.0064803910557]
