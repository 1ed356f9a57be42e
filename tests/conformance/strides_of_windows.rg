# A window by steps of two whose place depends on an outer loop: the loops keep an order in which
# each index is known where it is read.
@i function strided(y!::Vector{Fixed}, x::Vector{Fixed}, w::Vector{Fixed})
    for j = 2:4
        for l = -1:2:1
            for i = 1:length(x)
                if (j + l <= length(w), ~)
                    y![i + l + 2] += x[i] * w[j + l]
                end
            end
        end
    end
end
#! run strided --set y!=[0,0,0,0,0,0,0,0,0] --set x=[1,2,3] --set w=[1,10,100,1000] --grad y![5]
#! value y! [0, 111, 222, 1433, 2200, 3300, 0, 0, 0]
#! gradient x [0, 1100, 0]
#! gradient w [0, 0, 2, 2]
#! restored true
