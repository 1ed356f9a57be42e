# Fibonacci numbers (NiLang draft, section 5.1): F(n) with F(1) = F(2) = 1, by two calls of itself. `@anc` frees at the end of the block.
@i function rfib(out, n::T) where T
    @anc n1 = zero(T)
    @anc n2 = zero(T)
    @routine init begin
        n1 += identity(n)
        n1 -= identity(1)
        n2 += identity(n)
        n2 -= identity(2)
    end
    if (value(n) <= 2, ~)
        out += identity(1)
    else
        rfib(out, n1)
        rfib(out, n2)
    end
    ~@routine init
end

#! run --set out=0 --set n=10
#! value out 55
#! value n 10
#! run --set out=0 --set n=1
#! value out 1
#! run --set out=7 --set n=2
#! value out 8
#! run --set out=610 --set n=15 --backward
#! value out 0
#! check --set out=0 --set n=9
