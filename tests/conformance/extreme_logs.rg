# Log numbers far outside the range of a double keep their gradients.
@i function cancel(q!::Log, l::Log, x::Fixed)
    for i = 1:14
        q! *= l ^ 1000
    end
    for i = 1:14
        q! /= l ^ 1000
    end
    q! *= x
end

@i function grow(q!::Log, l::Log, x::Fixed)
    q! *= l ^ 2000
    q! *= x
end

#! run cancel --set l=8 --set x=3 --grad q!
#! value q! 3
#! gradient x 1
#! gradient l 0
#! gradient q! 3
#! restored true
#! run grow --set l=8 --set x=3 --grad q!
#! value q! null
#! gradient l null
#! restored true
