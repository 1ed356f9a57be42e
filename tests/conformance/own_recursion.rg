# Functions of the program that are recursive and used inside expressions, also their own.
@i function (:+=)(fib)(y!::Int, n::Int)
    if (n >= 2, ~)
        y! += fib(n - 1) + fib(n - 2)
    else
        y! += n
    end
end
@i function (:+=)(power)(y!::Fixed, x::Fixed, n::Int)
    if (n == 0, ~)
        y! += 1
    else
        y! += x * power(x, n - 1)
    end
end
@i function main(k!::Int, y!::Fixed, x::Fixed, n::Int)
    k! += fib(n)
    y! += power(x, n) / fib(n)
    while (k! % fib(4) != 0, k! > fib(n))
        k! += 1
    end
end

#! run main --set x=1.5 --set n=6 --grad y!
#! value k! 9
#! value y! 1.423828125
#! gradient x 5.6953125
#! restored true
#! check main --set k!=0 --set x=1.5 --set n=6
