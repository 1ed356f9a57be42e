# Embedding of the Petersen graph in k dimensions (arXiv:2003.04617, section 4.3): 10 vertices, the columns of x; pairs joined by
# an edge shall all have one distance l1, the others one distance l2 > l1. Trained by examples/benchmark/petersen.c.

const EDGES = 15
const EDGE_FROM = [1, 2, 3, 4, 5, 1, 2, 3, 4, 1, 6, 8, 7, 7, 6]
const EDGE_TO = [6, 7, 8, 9, 10, 2, 3, 4, 5, 5, 8, 10, 10, 9, 9]
const PAIRS = 30
const PAIR_FROM = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9]
const PAIR_TO = [3, 4, 7, 8, 9, 10, 4, 5, 6, 8, 9, 10, 5, 6, 7, 9, 10, 6, 7, 8, 10, 6, 7, 8, 9, 7, 10, 8, 9, 10]

@i function relu(out!::Fixed, x::Fixed)
    if (x > 0, ~)
        out! += x
    end
end

"Distance of columns i and j."
@i function distance(dist!::Fixed, x::Matrix{Fixed}, i::Int, j::Int)
    @routine begin
        sq ← 0.0
        for l = 1:size(x, 1)
            sq += (x[l,i] - x[l,j]) ^ 2
        end
    end
    dist! += sqrt(sq)
    ~@routine
end

"Mean, and variance with n - 1, of the elements of v."
@i function var_and_mean(variance!::Fixed, mean!::Fixed, v::Vector{Fixed})
    @routine begin
        sum ← 0.0
        for i in eachindex(v)
            sum += v[i]
        end
    end
    mean! += sum / length(v)
    ~@routine
    @routine begin
        squares ← 0.0
        for i in eachindex(v)
            squares += (v[i] - mean!) ^ 2
        end
    end
    variance! += squares / (length(v) - 1)
    ~@routine
end

@i function distances(d1!::Vector{Fixed}, d2!::Vector{Fixed}, x::Matrix{Fixed})
    for i = 1:EDGES
        distance(d1![i], x, EDGE_FROM[i], EDGE_TO[i])
    end
    for i = 1:PAIRS
        distance(d2![i], x, PAIR_FROM[i], PAIR_TO[i])
    end
end

@i function embedding_loss(out!::Fixed, x::Matrix{Fixed})
    @routine begin
        @zeros Fixed var1 var2 mean1 mean2 gap penalty
        d1 ← zeros(Fixed, EDGES)
        d2 ← zeros(Fixed, PAIRS)
        distances(d1, d2, x)
        var_and_mean(var1, mean1, d1)
        var_and_mean(var2, mean2, d2)
        gap += mean1 - mean2
        gap += 0.1
        relu(penalty, gap)
    end
    out! += var1 + var2
    out! += exp(penalty)
    out! -= 1
    ~@routine
end

"The two mean distances, whose ratio is sqrt 2 once the embedding is found."
@i function mean_distances(l1!::Fixed, l2!::Fixed, x::Matrix{Fixed})
    @routine begin
        @zeros Fixed var1 var2 mean1 mean2
        d1 ← zeros(Fixed, EDGES)
        d2 ← zeros(Fixed, PAIRS)
        distances(d1, d2, x)
        var_and_mean(var1, mean1, d1)
        var_and_mean(var2, mean2, d2)
    end
    l1! += mean1
    l2! += mean2
    ~@routine
end

# Reference values in 50 digits.
#! run embedding_loss --set x=[[0.54030231,-0.41614684,-0.9899925,-0.65364362,0.28366219,0.96017029,0.75390225,-0.14550003,-0.91113026,-0.83907153],[0.90929743,-0.7568025,-0.2794155,0.98935825,-0.54402111,-0.53657292,0.99060736,-0.28790332,-0.75098725,0.91294525]] --grad out!
#! value out! 1.03125669287447
#! gradient x [[0.0613150823407088,-0.119658392122686,0.0816441004681986,-0.0436692263071550,-0.0417455148014666,0.0806607355020339,0.172927021003770,-0.00979553806344027,-0.106461310674785,-0.0752169573451786],[0.306118207431305,-0.0966519130405622,-0.133098034308809,0.187448940775384,-0.239324547603080,-0.0721666485547110,0.180995946208551,-0.129755908363559,-0.126634269852742,0.123068227308224]]
#! restored true
#! run mean_distances --set x=[[0.54030231,-0.41614684,-0.9899925,-0.65364362,0.28366219,0.96017029,0.75390225,-0.14550003,-0.91113026,-0.83907153],[0.90929743,-0.7568025,-0.2794155,0.98935825,-0.54402111,-0.53657292,0.99060736,-0.28790332,-0.75098725,0.91294525]]
#! value l1! 1.580853636068003
#! value l2! 1.308386977559079
#! run embedding_loss --backward --set out!=1.03125669287447 --set x=[[0.54030231,-0.41614684,-0.9899925,-0.65364362,0.28366219,0.96017029,0.75390225,-0.14550003,-0.91113026,-0.83907153],[0.90929743,-0.7568025,-0.2794155,0.98935825,-0.54402111,-0.53657292,0.99060736,-0.28790332,-0.75098725,0.91294525]]
#! value out! 0
#! run embedding_loss --set x=[[0.54030231,-0.41614684,-0.9899925,-0.65364362,0.28366219,0.96017029,0.75390225,-0.14550003,-0.91113026,-0.83907153],[0.90929743,-0.7568025,-0.2794155,0.98935825,-0.54402111,-0.53657292,0.99060736,-0.28790332,-0.75098725,0.91294525]] --hvp out! --tangent x=[[-0.75,0,0.75,-0.25,0.5,-0.5,0.25,-0.75,0,0.75],[0.5,-0.5,0.25,-0.75,0,0.75,-0.25,0.5,-0.5,0.25]]
#! product x [[-0.0883495245703569,-0.237377383910203,0.144300754379106,-0.289512990216883,0.378657486116815,-0.164233975270015,-0.0614166433513144,-0.165654242840758,0.0335077512847179,0.450078768378891],[-0.382049102707778,-0.117060907587492,0.162430215283335,0.0649526418709729,-0.0970431561222937,0.101873706237391,0.576050165749298,0.0381400970624868,-0.183727814999262,-0.163565844786658]]
#! restored true
#! check embedding_loss --set x=[[1,2,3,4,5,6,7,8,9,1.5],[2,7,3,4,1.25,6.75,4,2,1,2]]
