# Vectors and matrices by reference: matrix product, dot, norm, aliasing trapped.
@i function matmul(C!::Matrix{Fixed}, A::Matrix{Fixed}, B::Matrix{Fixed})
    for j = 1:size(B, 2)
        for k = 1:size(A, 2)
            for i = 1:size(A, 1)
                C![i,j] += A[i,k] * B[k,j]
            end
        end
    end
end

@i function norm(out!::Fixed, x::Vector{Fixed})
    @routine begin
        s ← 0.0
        for i = 1:length(x)
            s += x[i]^2
        end
    end
    out! += sqrt(s)
    ~@routine
end

@i function shift(x!::Vector{Fixed}, i::Int, j::Int)
    x![i] += x![j]
end

#! run matmul --set C!=[[0,0],[0,0]] --set A=[[1,2,3],[4,5,6]] --set B=[[1,0],[0.5,1],[-1,2]] --grad C![1,2]
#! value C! [[-1,8],[0.5,17]]
#! gradient A [[0,1,2],[0,0,0]]
#! gradient B [[0,1],[0,2],[0,3]]
#! restored true
#! run norm --set x=[1,2,3] --grad out!
#! value out! 3.7416573867739413
#! gradient x [0.2672612419124244,0.5345224838248488,0.8017837257372732]
#! run shift --set x!=[1,2,3] --set i=1 --set j=3
#! value x! [4,2,3]
#! run shift --set x!=[1,2,3] --set i=2 --set j=2
#! status 1
#! trap R08
#! run shift --set x!=[1,2,3] --set i=4 --set j=1
#! status 1
#! trap R0807

# A power of a matrix is a product, as in Julia, and one with a dot is that of each element.
@i function powers(C!::Matrix{Fixed}, D!::Matrix{Fixed}, y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed})
    C! += 2 * A^2 - A
    D! .+= A .^ 2
    y! -= A * x
end

#! run powers --set C!=[[0,0],[0,0]] --set D!=[[0,0],[0,0]] --set y!=[0,0] --set A=[[1,2],[3,4]] --set x=[1,-1] --grad C![1,2]
#! value C! [[13,18],[27,40]]
#! value D! [[1,4],[9,16]]
#! value y! [1,1]
#! gradient A [[4,9],[0,4]]
#! restored true
