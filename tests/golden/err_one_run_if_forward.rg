#! run --set n=1
@i function f(y!::Int, n::Int)
    if (n > 0, y! == 0)
        y! += 1
    end
end
