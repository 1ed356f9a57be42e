@i function f(s!::Fixed, A::Matrix{Fixed})
    g(s!, A[1:2, [1, 3]])
end
@i function g(s!, B)
    s! += B[1, 1]
end
