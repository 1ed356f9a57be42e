# Matrices that are written out, [a b; c d]: as variables, constants and operands, with signs and over several lines.
const K = [1 2; 3 4]

@i function products(y!::Vector{Fixed}, s!::Fixed, x::Vector{Fixed})
    A ← [1 2; 3 x[1]]
    y! .+= A * x
    y! .+= [1.0 2.0; 3.0 4.0] * x
    y! .+= K * x
    A → [1 2; 3 x[1]]
    s! += K[1, 2] + 10 * sum(K[2, :]) + 100 * [1 2; 3 4][2, 1]
end

@i function signs(Y!::Matrix{Fixed}, v!::Vector{Fixed}, x::Fixed)
    Y! .+= [x -x; -1 x-1]
    Y! .+= [10 - 1 0
            (1 - 1) 20]
    v! .+= [1; 2; x]
    v! .+= [1, x - 1, 2 -
        1]
    v! .+= [1 2 3][1, :]
end

#! run products --set y!=[0,0] --set x=[5,6] --grad s!
#! value y! [51,123]
#! value s! 372
#! check products --set y!=[0,0] --set x=[1,2]
#! run signs --set Y!=[[0,0],[0,0]] --set v!=[0,0,0] --set x=2
#! value Y! [[11,-2],[-1,21]]
#! value v! [3,5,6]
