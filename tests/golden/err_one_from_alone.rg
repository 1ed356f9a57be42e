@i function f(y!::Int)
    k ← 0
    @from k == 0
        k += 1
    end
    k → 10
end
