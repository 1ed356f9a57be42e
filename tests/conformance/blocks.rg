# Blocks of @routine and what stands behind them.

# n is a size only until it is uncomputed; behind that, sizes are read anew.
@i function behind(y!::Vector{Fixed}, x::Vector{Fixed}, out!::Fixed)
    @routine begin
        n ← length(x)
        sum ← 0.0
        for i = 1:n
            sum += x[i]
        end
    end
    out! += sum
    ~@routine
    for i = 1:length(x)
        y![i] += x[i]
    end
end

#! run behind --set x=[1,2,4] --set y!=[0,0,0] --grad out!
#! value y! [1,2,4]
#! value out! 7
#! gradient x [1,1,1]
#! restored true
#! check behind --set x=[1,2,4] --set y!=[0,0,0]

# A block in a loop reads what the loop leaves alone; conditions that no branch tests by itself, without an else.
@i function within(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, k::Int)
    for j = 1:size(A, 2)
        @routine begin
            sum ← 0.0
            largest ← 0.0
            for i = 1:size(A, 1)
                sum += A[i,j] * x[i]
            end
            largest += max(sum, 0.5)
        end
        if (sum > 1 && k < 3 + j, ~)
            y![j] += largest * sum
        end
        ~@routine
        y![j] += dot(A[:,j], x) * j
    end
end

#! run within --set y!=[0,0] --set A=[[1,0.5],[0.5,-1]] --set x=[2,1] --set k=1 --grad y![1]
#! value y! [8.75,0]
#! gradient x [6,3]
#! gradient A [[12,0],[6,0]]
#! restored true
#! check within --set y!=[0,0] --set A=[[1,0.5],[0.5,-1]] --set x=[2,1] --set k=9
