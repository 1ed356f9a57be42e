# ~f as an argument; parts of parts of tuples; loops over (a, b, c); primes in names.
@i function iterate!(f!, x!, n::Int)
    if (n > 0, ~)
        f!(x!)
        iterate!(f!, x!, n - 1)
        (~f!)(x!)
        f!(x!)
    end
end

@i function step!(x!::Fixed)
    x! += 0.5
    NEG(x!)
end

@i function main(x!::Fixed)
    iterate!(step!, x!, 3)
    iterate!(~step!, x!, 2)
    iterate!(~INC, x!, 2)
end

@i function nested(t!::Tuple{Fixed, Tuple{Fixed, Int}}, y′!::Fixed)
    t!.:1 ↔ t!.:2.:1
    t!.:2.:2 += 3
    y′! += t![1] * t![2][2]
    for x in (1, 4, 2)
        t!.:2.:2 += x * x
    end
    for x in (0.5, 2.5)
        y′! += x * t!.:1
    end
end

#! run main --set x!=1.25
#! value x! -3.75
#! check main --set x!=1.25
#! run nested --set t!=[1.5,[2.5,4]] --set y′!=0 --grad y′!
#! value t! [2.5,[1.5,28]]
#! value y′! 25
#! gradient t! [0,[10,null]]
#! restored true
