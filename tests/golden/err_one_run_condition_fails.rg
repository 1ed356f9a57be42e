#! run --set k=10
@i function f(y!::Int, k::Int)
    k > 9 && throw(DomainError(k))
    y! += k
end
