# Words to the bit: the reference values of Q20.43.
@i function cube(y!::Fixed, x::Fixed)
    l ← one(Log)
    for i = 1:3
        l *= convert(x)
    end
    y! += convert(l)
    for i = 1:3
        l /= convert(x)
    end
    l → one(Log)
end

@i function power(z!::Fixed, x::Fixed)
    @routine begin
        y ← zeros(Fixed, 101)
        y[1] += 1
        for i = 1:100
            y[i+1] += y[i] * x
        end
    end
    z! += y[101]
    ~@routine
end

# e^x by n terms after the first, the logarithm of each made from that of the last. At x = 3.5 and n = 22 the sum is
# 291286595899819.6 units; natural logarithms of 43 digits give 291286595899857.
@i function natural(y!::Fixed, x::Fixed, n::Int)
    s ← 0.0
    y! += 1
    for i = 1:n
        s += log(x)
        s -= log(float(i))
        y! += exp(s)
    end
    for i = 1:n
        s += log(float(i))
        s -= log(x)
    end
    s → 0.0
end

# The same with Log numbers, whose logarithms have base 2.
@i function binary(y!::Fixed, x::Fixed, n::Int)
    l ← one(Log)
    y! += 1
    for i = 1:n
        l *= x
        l /= i
        y! += convert(l)
    end
    for i = 1:n
        l *= i
        l /= x
    end
    l → one(Log)
end

#! run cube --set x=0.4 --raw
#! raw y! 562949953421
#! run power --set x=0.99 --raw
#! raw z! 3219654522980
#! run natural --set x=3.5 --set n=22 --raw --grad y!
#! raw y! 291286595899857
#! value y! 33.11545195855
#! gradient x 33.11545195826
#! restored true
#! run binary --set x=3.5 --set n=22 --raw
#! raw y! 291286595899807
