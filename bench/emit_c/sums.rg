# What `make bench-emit-c` takes gradients of: a sum of products, and a loop with two values that are uncomputed.
@i function dot(out!::Fixed, x::Vector{Fixed}, y::Vector{Fixed})
    for i = 1:length(x)
        out! += x[i] * y[i]
    end
end

@i function pairs(out!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)
        a <- 0.0
        b <- 0.0
        a += x[i] * x[i]
        b += a * x[i] + a
        out! += a * b
        b -= a * x[i] + a
        a -= x[i] * x[i]
        a -> 0.0
        b -> 0.0
    end
end
