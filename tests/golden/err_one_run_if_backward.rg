#! run --backward --set n=-1 --set y!=5
@i function f(y!::Int, n::Int)
    if (n > 0, y! > 3)
        y! += n
    end
end
