# What @safe may not do: it is not undone, so it must leave alone what the routine works with.
@i function f(y!::Vector{Float64}, x::Float64, seen::Vector{Int})
    @safe t0 = time()
    @safe println("seen ", x)
    @safe if x > 1
        note = "large"
        plot(x; label="it")
    end
    @safe y![1] = 3.0
    @safe x = 2.0
    @safe y! .*= 2
    @safe push!(seen, 1)
    @safe begin
        n = 1
        y![2] += n
    end
    @safe a, x = 1, 2
    y![1] += x
end
