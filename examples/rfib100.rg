# The number of the first Fibonacci number that is not below 100 (NiLang draft, section 5.1).
# The listing asks `while (fib(n) < 100, n != 0)` with fib a routine of the host. Here fib is rfib of rfib.rg on the machine:
# `below` is the answer for the present n, undone with the same n before n moves on.
include "rfib.rg"

@i function ask(below!::Bool, n::Int)
    @routine begin
        fib ← 0
        rfib(fib, n)
    end
    below! ⊻= fib < 100
    ~@routine
end

@i function rfib100(n::Int)
    @safe @assert n == 0
    below ← false
    ask(below, n)
    while (below, n != 0)
        ask(below, n)
        n += identity(1)
        ask(below, n)
    end
    ask(below, n)
    below → false
end

#! run rfib100
#! value n 12
#! run rfib100 --set n=12 --backward
#! value n 0
#! run rfib100 --set n=3
#! status 1
#! trap R0815
