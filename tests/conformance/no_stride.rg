# A stride that is 0 where the inner loop has one round: the outer loop does not go along the vector then, and may have more rounds than the
# memory has words. A stream would trap.
@i function skew(v!::Vector{Int}, n::Int, m::Int)
    for j = 1:m
        for i = 1:n
            v![(n - 1) * j + i] += 1
        end
    end
end

#! run skew --set n=1 --set m=70000 --set v!=[0,0]
#! value v! [70000,0]
#! run skew --set n=3 --set m=3 --set v!=[0,0,0,0,0,0,0,0,0]
#! value v! [0,0,1,1,2,1,2,1,1]
#! check skew --set n=3 --set m=3 --set v!=[0,0,0,0,0,0,0,0,0]
