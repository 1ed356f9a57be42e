#! run --set y!=3
@i function f(y!::Int, n::Int)
    if (y! > 0, ~)
        y! -= 5
    end
end
