# Loops: strides that do not divide the range, empty ranges, downward, nested, while with state.
@i function strided(acc!::Int, last!::Int, n::Int)
    for i = 1:2:n
        acc! += i * i
    end
    for i = n:-3:1
        last! ⊻= i
        last! += 7
    end
    for i = 5:4
        acc! += 1000
    end
end

@i function collatz(steps!::Int, n!::Int, bits!::Vector{Int})
    while (n! != 1, steps! != 0)
        steps! += 1
        bits![steps!] += n!
        n! += bits![steps!] * (bits![steps!] % 2) * 2 + bits![steps!] % 2 - (bits![steps!] ÷ 2) * (1 - bits![steps!] % 2)
    end
end

@i function power(y!::Fixed, x::Fixed, n::Int)
    @routine begin
        t ← zeros(Fixed, 8)
        t[1] += 1
        for i = 1:n
            t[i+1] += t[i] * x
        end
    end
    y! += t[n+1]
    ~@routine
end

@i function from_loop(y!::Fixed, x::Fixed, n::Int)
    k ← 0
    @from k == 0 while k < n
        k += 1
        y! += x * k
    end
    k → n
end

#! run strided --set n=8
#! value acc! 84
#! value last! 26
#! run strided --set n=0
#! value acc! 0
#! value last! 0
#! run strided --set n=8 --set acc!=84 --set last!=26 --backward
#! value acc! 0
#! value last! 0
#! run power --set x=1.5 --set n=4 --grad y!
#! value y! 5.0625
#! gradient x 13.5
#! restored true
#! run from_loop --set x=2 --set n=4 --grad y!
#! value y! 20
#! gradient x 10
#! run power --set x=1.5 --set n=9
#! status 1
#! trap R0807
