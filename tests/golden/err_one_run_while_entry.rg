#! run --set y!=1 --set n=3
@i function f(y!::Int, n::Int)
    while (y! < n, y! > 0)
        y! += 1
    end
end
