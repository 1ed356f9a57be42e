# Keywords of functions that are one expression: given, left out, and with defaults that read a parameter or a constant.
const K = 3.0
power(x; y=2) = x^y
scaled(x, y; by=K, plus=x * by) = x * y * by + plus
test_g(x, y; k=0) = x^k * y
primitive_grad(::typeof(test_g), x, y; k=0) = (k * x^(k - 1) * y, x^k)
over(x; limit=K) = x > limit
twice(x; y=2) = power(power(x; y); y=y)

@i function given(z!::Fixed, x::Fixed)
    z! += power(x; y=4)
end

@i function left_out(z!::Fixed, x::Fixed)
    K ← 0.5
    z! += power(x) + scaled(x, 2.0)
    K → 0.5
end

@i function others(z!::Fixed, x::Fixed, plus::Fixed)
    z! += scaled(x, 2.0; plus=plus) + scaled(plus, x; by=2)
end

@i function updates(z!::Fixed, x::Fixed, y::Fixed)
    PlusEq(test_g)(z!, x, y; k=2)
end

@i function conditions(z!::Fixed, x::Fixed)
    if (over(x), ~)
        z! += 1
    end
    if (over(x; limit=1), ~)
        z! += 10
    end
end

@i function inner(z!::Fixed, x::Fixed)
    z! += twice(x; y=3)
end

@i function with_function!(z!::Fixed, power, x::Fixed)
    z! += power(x)
end

@i function hidden(z!::Fixed, x::Fixed)
    with_function!(z!, x -> 5x, x)
end

#! run given --set z!=0 --set x=2 --grad z!
#! value z! 16
#! gradient x 32
#! restored true
#! run left_out --set z!=0 --set x=2 --grad z!
#! value z! 22
#! gradient x 13
#! check left_out --set z!=0 --set x=2
#! run others --set z!=0 --set x=2 --set plus=5
#! value z! 47
#! run updates --set z!=0 --set x=2 --set y=3 --grad z!
#! value z! 12
#! gradient x 12
#! gradient y 4
#! check updates --set z!=0 --set x=2 --set y=3
#! run conditions --set z!=0 --set x=2
#! value z! 10
#! run conditions --set z!=0 --set x=4
#! value z! 11
#! run inner --set z!=0 --set x=1.5
#! value z! 38.443359375
#! run hidden --set z!=0 --set x=2
#! value z! 10
