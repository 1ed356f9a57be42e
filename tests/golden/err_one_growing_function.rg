@i function g(f, y!, x, n)
    if (n > 0, ~)
        g(t -> f(t + 1), y!, x, n - 1)
    else
        y! += f(x)
    end
end
@i function main(y!::Fixed, x::Fixed)
    g(t -> 2t, y!, x, 3)
end
