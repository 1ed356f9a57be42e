# Values as arguments: a choice, and beside it values that have a gradient or none.
@i function add!(y!::Fixed, b::Fixed, n::Int)
    y! += b * n
end

@i function add_two!(y!::Fixed, a::Fixed, n::Int, b::Fixed)
    y! += a * n - b
end

@i function choice(y!::Fixed, q::Fixed, n::Int)
    add!(y!, n > 0 ? cosh(sin(q)) : sin(q)^2, max(n, n + n))
end

@i function both(y!::Fixed, q::Fixed, n::Int)
    add_two!(y!, n > 0 ? exp(q) : q^2, 3, n > 1 ? sin(q) * q : q)
end

#! run choice --set y!=0 --set q=-1.25 --set n=1 --grad y!
#! value y! 2.9702194245
#! gradient q -0.6924326462
#! restored true
#! check choice --set y!=0 --set q=-1.25 --set n=1
#! check choice --set y!=0 --set q=0.5 --set n=-1
#! check both --set y!=0 --set q=0.5 --set n=1
#! check both --set y!=0 --set q=0.5 --set n=2
