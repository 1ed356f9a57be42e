#! run f
@i function g(y!::Int, n::Int)
    m ← 0
    m += n + 1
    g(y!, m)
    m -= n + 1
    m → 0
end
@i function f(y!::Int, n::Int)
    g(y!, n)
end
