@i function stopped(y!::Fixed, x::Fixed, n::Int)
    y! ⊻= x
    y! ⊻= stop_gradient(n, x)
    y! += stop_gradient(x)
    n ⊻= stop_gradient(x)
    y! ⊻= stop_gradient(y!)
end
