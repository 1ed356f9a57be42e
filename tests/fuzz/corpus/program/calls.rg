# Calls and uncalls with scalars, array elements, nested operands and recursion.
@i function accumulate(y!, x, w)
    y! += x * w
end

@i function twice(y!::Fixed, x::Fixed, v!::Vector{Fixed})
    accumulate(y!, x, 2.0)
    accumulate(v![1], x, v![2])
    accumulate(y!, x + 1, v![2])
    ~accumulate(y!, x, 0.5)
    (~accumulate)(v![2], x, x * x)
end

@i function fib(out!::Int, n::Int)
    if (n < 2, ~)
        out! += n
    else
        fib(out!, n - 1)
        fib(out!, n - 2)
    end
end

@i function horner(y!::Fixed, x::Fixed, n::Int)
    if (n > 0, ~)
        t ← 0.0
        horner(t, x, n - 1)
        y! += t * x
        ~horner(t, x, n - 1)
        t → 0.0
    end
    y! += 1
end

#! run twice --set x=3 --set v!=[1,4] --grad y!
#! value y! 20.5
#! value v! [13,-23]
#! gradient x 5.5
#! gradient v! [0,4]
#! gradient y! 1
#! restored true
#! run fib --set n=12
#! value out! 144
#! run fib --set n=12 --set out!=144 --backward
#! value out! 0
#! run horner --set x=0.5 --set n=3 --grad y!
#! value y! 1.875
#! gradient x 2.75
#! restored true
