# One index into a matrix: the order of memory, column by column.
@i function read!(y!::Fixed, A::Matrix{Fixed}, k::Int)
    y! += A[k] * A[end] + A[2, 1]
end

@i function change!(A::Matrix{Fixed}, x::Fixed)
    for i = 1:length(A)
        A[i] += x * i
    end
    A[1] ↔ A[2]
    double!(A[3], x)
end

@i function double!(y!, x)
    y! += 2x
end

@i function itself!(A::Matrix{Fixed}, k::Int)
    A[k] += 2 * A[2, 1]
end

@i function parts!(y!::Fixed, z::Matrix{Complex{Fixed}})
    INC(z[1])
    y! += abs2(z[1]) + imag(z[4])
end

#! run read! --set A=[[1,2,3],[4,5,6]] --set k=4 --grad y!
#! value y! 34
#! gradient A [[0,0,0],[1,6,5]]
#! check read! --set A=[[1,2,3],[4,5,6]] --set k=4
#! run read! --set A=[[1,2,3],[4,5,6]] --set k=7
#! status 1
#! trap R0807
#! run change! --set A=[[1,2,3],[4,5,6]] --set x=10
#! value A [[24,52,53],[11,45,66]]
#! check change! --set A=[[1,2,3],[4,5,6]] --set x=10
#! run itself! --set A=[[1,2],[3,4]] --set k=2
#! status 1
#! trap R0804
#! run itself! --set A=[[1,2],[3,4]] --set k=3
#! value A [[1,8],[3,4]]
