@i function fact(y!::Int, n::Int)
    if n <= 1
        y! += 1
    else
        t ← 0
        m ← 0
        m += n
        m -= 1
        fact(t, m)
        y! += t * n
        ~fact(t, m)
        m += 1
        m -= n
        m → 0
        t → 0
    end
end
@i function top(y!::Int, n::Int)
    fact(y!, n)
end
