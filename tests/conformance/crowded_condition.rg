# A condition of a loop that is too deep for the registers becomes a variable that is made anew for every round.
@i function deep_condition(p0!::Fixed, p1!::Fixed, p2::Int, p3!::Vector{Fixed}, p4!::Matrix{Fixed})
    k5 ← 0
    @from k5 == 0 while k5 < mod(floor(Int, round(cos(sinh(sin(p4![mod(floor(Int, floor(sin(p4![1, mod(max(p2, 100000, 6), size(p4!, 2)) + 1]) * 4)), size(p4!, 1)) + 1, mod(rem(p2, 3), size(p4!, 2)) + 1]))) * 9)), 4)
        INC(k5)
        p0! += p1!
    end
    k5 → mod(floor(Int, round(cos(sinh(sin(p4![mod(floor(Int, floor(sin(p4![1, mod(max(p2, 100000, 6), size(p4!, 2)) + 1]) * 4)), size(p4!, 1)) + 1, mod(rem(p2, 3), size(p4!, 2)) + 1]))) * 9)), 4)
    if (isodd(clamp(p2, -1, 3)), ~)
        A6 ← zeros(Fixed, 3, 2)
        p4![end - 1, 1] += sin((A6[end - 1, 1] / (1 + (-0.232)^2)) + 1mod(5, 5) / 2)
        A6 → zeros(Fixed, 3, 2)
    end
end

#! run deep_condition --set p1!=2 --set p2=1 --set p3!=[0,1] --set p4!=[[0.5,1],[0.25,2]]
#! value p0! 2
#! run deep_condition --set p1!=2 --set p2=1 --set p3!=[0,1] --set p4!=[[0.5,1],[0.25,2]] --grad p0!
#! gradient p1! 1
#! restored true
