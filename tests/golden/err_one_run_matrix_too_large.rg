#! run --set n=65536
@i function f(y!::Int, n::Int)
    A ← zeros(Int, n, n)
    b ← zeros(Int, 2)
    A[1, 1] += 5
    b[1] += A[1, 1]
    y! += A[1, 1]
    b[1] -= A[1, 1]
    A[1, 1] -= 5
    b → zeros(Int, 2)
    A → zeros(Int, n, n)
end
