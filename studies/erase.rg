# One program between uncomputing everything and erasing wherever it can: `count` blocks of k^m steps. Inside a block every state
# but the last is uncomputed by Bennett's recursion; between blocks the state before is erased.
include "../examples/bennett.rg"

"m = 0: every step erases the state before it. count = 1: nothing is erased but the start of the one block."
@i function blocks(out!::Fixed, start::Fixed, steps!::Vector{Int}, k::Int, m::Int, len::Int, count::Int)
    x ← 0.0
    x += start
    for i = 1:count
        y ← 0.0
        simulate(y, x, steps!, k, m, len)
        x ↔ y
        @erase y
    end
    x ↔ out!
    x → 0.0
end

"The same without erasing: one block."
@i function reversible(out!::Fixed, start::Fixed, steps!::Vector{Int}, k::Int, m::Int, len::Int)
    simulate(out!, start, steps!, k, m, len)
end

# run blocks --set start=1 --set k=2 --set m=3 --set len=8 --set count=8 --set steps!=[0,0,0,0,0,0,0,0,0]
#     tolerance 1e-11
#     value out! 0.394300995247336358
# run blocks --set start=1 --set k=2 --set m=0 --set len=1 --set count=64 --set steps!=[0,0,0,0,0,0,0,0,0]
#     tolerance 1e-11
#     value out! 0.394300995247336358
