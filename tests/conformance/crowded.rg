# A condition with more parts than there are registers that no parameter has: parameters give up theirs.
@i function crowded(p0!::Fixed, p1!::Fixed, p2::Vector{Fixed}, p3::Vector{Fixed}, p4!::Vector{Int}, p5!::Matrix{Fixed}, p6::Bool, p7::Bool, p8!::Bool)
    k9 ← 0
    while (k9 < mod(((1 & 0) ÷ (abs((p4![mod(floor(Int, floor(sin(p5![end - 1, end - 1]) * 4)), length(p4!)) + 1] - 9)) + 1)), 4), k9 != 0)
    end
    k9 → mod(((1 & 0) ÷ (abs((p4![mod(floor(Int, floor(sin(p5![end - 1, end - 1]) * 4)), length(p4!)) + 1] - 9)) + 1)), 4)
end

#! run crowded --set p0!=0 --set p1!=0 --set p2=[1] --set p3=[1] --set p4!=[4,5,6] --set p5!=[[0.5,1],[2,0.25]] --set p6=true --set p7=false --set p8!=true
#! value p8! true
#! run crowded --set p0!=0.5 --set p1!=0 --set p2=[1] --set p3=[1] --set p4!=[4,5,6] --set p5!=[[0.5,1],[2,0.25]] --set p6=true --set p7=false --set p8!=true --grad p0!
#! gradient p1! 0
#! restored true
