#! run f --set s=0
@i function f(y!::Int, s::Int)
    for i = 1:s:5
        y! += i
    end
end
