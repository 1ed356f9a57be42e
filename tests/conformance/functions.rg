# Every elementary function with its derivative; sums, maxima and powers of Log.
@i function exponentials(a!::Fixed, b!::Fixed, c!::Fixed, d!::Fixed, x::Fixed)
    a! += exp2(x)
    b! += expm1(x)
    c! += log2(x)
    d! += log1p(x)
end

@i function circular(a!::Fixed, b!::Fixed, c!::Fixed, d!::Fixed, x::Fixed)
    a! += tan(x)
    b! += asin(x)
    c! += acos(x)
    d! += atan(x)
end

@i function hyperbolic(a!::Fixed, b!::Fixed, c!::Fixed, x::Fixed)
    a! += sinh(x)
    b! += cosh(x)
    c! += tanh(x)
end

@i function logsum(y!::Fixed, x::Fixed, w::Fixed)
    @routine begin
        a ← one(Log)
        b ← one(Log)
        l ← one(Log)
        a *= convert(x)
        b *= convert(w)
        l *= a + b
    end
    y! += convert(l)
    ~@routine
end

@i function logdifference(y!::Fixed, x::Fixed, w::Fixed)
    @routine begin
        a ← one(Log)
        b ← one(Log)
        l ← one(Log)
        a *= convert(x)
        b *= convert(w)
        l *= a - b
    end
    y! += convert(l)
    ~@routine
end

@i function logmax(y!::Fixed, x::Fixed, w::Fixed)
    @routine begin
        a ← one(Log)
        b ← one(Log)
        l ← one(Log)
        a *= convert(x)
        b *= convert(w)
        l *= max(a, b)
    end
    y! += convert(l)
    ~@routine
end

@i function logpower(y!::Fixed, x::Fixed, r::Fixed)
    @routine begin
        a ← one(Log)
        l ← one(Log)
        a *= convert(x)
        l *= a ^ r
    end
    y! += convert(l)
    ~@routine
end

# Both are exact to the bit: 562949953421 and 3219654522980 units of 2^-43.
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

#! run exponentials --set x=0.75 --grad a!
#! value a! 1.68179283050743
#! gradient x 1.16572995875215
#! restored true
#! run exponentials --set x=0.75 --grad b!
#! value b! 1.11700001661267
#! gradient x 2.11700001661267
#! restored true
#! run exponentials --set x=0.75 --grad c!
#! value c! -0.415037499278844
#! gradient x 1.92359338785195
#! restored true
#! run exponentials --set x=0.75 --grad d!
#! value d! 0.559615787935423
#! gradient x 0.571428571428571
#! restored true
#! run exponentials --set x=5.5 --grad a!
#! value a! 45.254833995939
#! gradient x 31.3682605909935
#! restored true
#! run exponentials --set x=5.5 --grad b!
#! value b! 243.69193226422
#! gradient x 244.69193226422
#! restored true
#! run exponentials --set x=5.5 --grad c!
#! value c! 2.4594316186373
#! gradient x 0.262308189252539
#! restored true
#! run exponentials --set x=5.5 --grad d!
#! value d! 1.87180217690159
#! gradient x 0.153846153846154
#! restored true
#! run circular --set x=0.75 --grad a!
#! value a! 0.931596459944072
#! gradient x 1.86787196418033
#! restored true
#! run circular --set x=0.75 --grad b!
#! value b! 0.848062078981481
#! gradient x 1.51185789203691
#! restored true
#! run circular --set x=0.75 --grad c!
#! value c! 0.722734247813416
#! gradient x -1.51185789203691
#! restored true
#! run circular --set x=0.75 --grad d!
#! value d! 0.643501108793284
#! gradient x 0.64
#! restored true
#! run circular --set x=-0.25 --grad a!
#! value a! -0.255341921221036
#! gradient x 1.06519949673285
#! restored true
#! run circular --set x=-0.25 --grad b!
#! value b! -0.252680255142079
#! gradient x 1.03279555898864
#! restored true
#! run circular --set x=-0.25 --grad c!
#! value c! 1.82347658193698
#! gradient x -1.03279555898864
#! restored true
#! run circular --set x=-0.25 --grad d!
#! value d! -0.244978663126864
#! gradient x 0.941176470588235
#! restored true
#! run hyperbolic --set x=-1.5 --grad a!
#! value a! -2.12927945509482
#! gradient x 2.35240961524325
#! restored true
#! run hyperbolic --set x=-1.5 --grad b!
#! value b! 2.35240961524325
#! gradient x -2.12927945509482
#! restored true
#! run hyperbolic --set x=-1.5 --grad c!
#! value c! -0.905148253644866
#! gradient x 0.180706638923649
#! restored true
#! run hyperbolic --set x=0.125 --grad a!
#! value a! 0.125325775241115
#! gradient x 1.00782267782571
#! restored true
#! run hyperbolic --set x=0.125 --grad b!
#! value b! 1.00782267782571
#! gradient x 0.125325775241115
#! restored true
#! run hyperbolic --set x=0.125 --grad c!
#! value c! 0.124353001771596
#! gradient x 0.984536330950393
#! restored true
#! run logsum --set x=0.3 --set w=1.7 --grad y!
#! value y! 2
#! gradient x 1
#! gradient w 1
#! restored true
#! run logsum --set x=0.3 --set w=-1.7 --grad y!
#! value y! -1.4
#! gradient x 1
#! gradient w 1
#! restored true
#! run logsum --set x=-2 --set w=-3 --grad y!
#! value y! -5
#! gradient x 1
#! gradient w 1
#! restored true
#! run logdifference --set x=0.3 --set w=1.7 --grad y!
#! value y! -1.4
#! gradient x 1
#! gradient w -1
#! restored true
#! run logdifference --set x=-0.5 --set w=0.25 --grad y!
#! value y! -0.75
#! gradient x 1
#! gradient w -1
#! restored true
#! run logmax --set x=0.3 --set w=1.7 --grad y!
#! value y! 1.7
#! gradient x 0
#! gradient w 1
#! restored true
#! run logmax --set x=0.3 --set w=-1.7 --grad y!
#! value y! 0.3
#! gradient x 1
#! gradient w 0
#! restored true
#! run logmax --set x=-2 --set w=-3 --grad y!
#! value y! -2
#! gradient x 1
#! gradient w 0
#! restored true
#! run logmax --set x=1.5 --set w=1.5 --grad y!
#! value y! 1.5
#! gradient x 0
#! gradient w 1
#! restored true
#! run logpower --set x=1.7 --set r=-2.5 --grad y!
#! value y! 0.265385809289748
#! gradient x -0.390273248955511
#! gradient r 0.140821207840137
#! restored true
#! run logpower --set x=0.3 --set r=0.5 --grad y!
#! value y! 0.547722557505166
#! gradient x 0.912870929175277
#! gradient r -0.659443063552069
#! restored true
#! run circular --set x=1.5
#! status 1
#! trap R0809
#! run exponentials --set x=0
#! status 1
#! trap R0809
#! run exponentials --set x=-1
#! status 1
#! trap R0809
#! run hyperbolic --set x=20
#! status 1
#! trap overflow
#! run logsum --set x=1.5 --set w=-1.5
#! status 1
#! trap R0809
#! run logpower --set x=-2 --set r=0.5
#! status 1
#! trap R0809
#! run circular --set x=1 --grad b!
#! gradient x 0
#! run circular --set x=-1 --grad c!
#! gradient x 0
#! run cube --set x=0.4 --grad y!
#! tolerance 1e-16
#! value y! 0.06399999999996453
#! tolerance 1e-11
#! gradient x 0.48
#! restored true
#! run power --set x=0.99 --grad z!
#! tolerance 1e-16
#! value z! 0.36603234127369433
#! tolerance 1e-9
#! gradient x 36.9729637649726
#! restored true
