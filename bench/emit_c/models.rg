# Event handlers in the style of optimistic simulators: an event changes the state of a model, and is
# taken back where it came too early. `make bench-emit-c` counts what taking back costs.

# PHOLD: an event at a process is counted, its work is added, and the generator goes on.
@i function phold(count!::Int, work!::Int, seed!::Int, load::Int)
    count! += 1
    work! += load * load
    RNG(seed!)
end

# A server with a queue: a customer comes at `now`. The waiting time is counted if it is busy.
@i function arrive(length!::Int, served!::Int, waited!::Int, now::Int, free_at::Int)
    if (now < free_at, ~)
        waited! += free_at - now
        length! += 1
    else
        served! += 1
    end
end

# An epidemic: one contact between two groups infects where there is somebody to infect.
@i function contact(healthy!::Vector{Int}, ill!::Vector{Int}, from::Int, to::Int, how_many::Int)
    healthy![to] -= how_many
    ill![to] += how_many
    ill![from] ⊻= how_many << 32
end

# A network: a packet goes through a router, from port to port.
@i function route(packets!::Vector{Int}, bytes!::Vector{Int}, port::Int, size::Int, hops!::Int)
    packets![port] += 1
    bytes![port] += size
    hops! += size ÷ 64 + 1
end

# A cellular automaton of second order: each cell takes up what its neighbours are.
@i function automaton(next!::Vector{Int}, cells::Vector{Int})
    for i = 2:length(cells)-1
        next![i] ⊻= cells[i-1] ⊻ (cells[i] | cells[i+1])
    end
end
