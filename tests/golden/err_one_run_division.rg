#! run --set n=0
@i function f(y!::Int, n::Int)
    y! += 7 ÷ n
end
