#! run f! --set a=3 --set n=100
@i function f!(y!::Int, a::Int, n::Int)
    y! += a ^ n
end
