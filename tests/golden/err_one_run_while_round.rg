#! run --set n=3
@i function f(y!::Int, n::Int)
    while (y! < n, y! > 1)
        y! += 1
    end
end
