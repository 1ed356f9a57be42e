@i function f(y!::Fixed; tol=1.0)
    tol += 1
    y! += tol
end
