#! run --set n=5
@i function f(y!::Int, n::Int)
    n += 2
    y! += n
    @assert n < 3
end
