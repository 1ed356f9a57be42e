@i function f(y!::Fixed, A::Matrix{Fixed})
    y! += A[3]
end
