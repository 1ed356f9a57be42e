# One added n times (NiLang draft, section 3.2): the loop with which the paper times a gradient.
@i function prog(x, one, n::Int)
    for i=1:n
        x += identity(one)
    end
end

#! run --set x=0.25 --set one=1.0 --set n=1000 --grad x
#! value x 1000.25
#! gradient one 1000
#! gradient x 1
#! restored true
#! run --set x=1000.25 --set one=1.0 --set n=1000 --backward
#! value x 0.25
#! check --set x=0.25 --set one=1.0 --set n=7
