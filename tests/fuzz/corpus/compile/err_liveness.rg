@i function main(y!::Fixed, x::Fixed, A::Matrix{Fixed}, n!::Int)
    @routine a begin
       k ← 0
    end
    @routine b begin
       m ← 0
       m += k
    end
    ~@routine a
    while (n! > 0, n! != 3)
       @routine begin
          j ← 1
       end
    end
    if n! > 3
       t ← 0
       n! += t
    else
       t ← 0
       n! -= t + 1
    end
    n! += t
    t → 0
    ~(p ← 0)
    @zeros Fixed u v
    v += x
    ~@zeros Fixed u v
    y! += x ^ A
    y! += sin(A)
    sin(x)
    println(x)
    main(y!, x, A, n!)
    y! += g(1) + length(x) + size(A) + size(A, 3)
    if (n! == 1)
       @anc loc = 0
       loc += 1
       loc -= 1
    end
    @anc loc2 = 2x
end
