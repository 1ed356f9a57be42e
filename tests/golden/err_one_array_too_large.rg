@i function f(y!::Int)
    A ← zeros(Int, 65536, 65536)
    y! += A[1, 1]
    A → zeros(Int, 65536, 65536)
end
