# A number that counts along with a loop in steps of its own.
@i function every_second(y!::Vector{Int}, x::Vector{Int})
    @routine begin
        k ← 0
    end
    for i = 1:2:length(x)
        k += 4
        y![i] += x[i] * k
    end
    k -= 4 * ((length(x) + 1) ÷ 2)
    ~@routine
end

@i function downward(y!::Vector{Int}, x::Vector{Int})
    k ← 1
    for i = length(x):-4:1
        y![i] += x[i] + k
        k += 8
    end
    k → 1 + 8 * ((length(x) + 3) ÷ 4)
end

#! run every_second --set y!=[0,0,0,0,0,0,0] --set x=[1,2,3,4,5,6,7]
#! value y! [4,0,24,0,60,0,112]
#! run downward --set y!=[0,0,0,0,0,0,0,0,0] --set x=[1,2,3,4,5,6,7,8,9]
#! value y! [18,0,0,0,14,0,0,0,10]
#! check every_second --set y!=[0,0,0,0,0,0,0] --set x=[1,2,3,4,5,6,7]
#! check downward --set y!=[0,0,0,0,0,0,0,0,0] --set x=[1,2,3,4,5,6,7,8,9]
