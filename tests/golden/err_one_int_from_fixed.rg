@i function f(n!::Int, x::Fixed)
    n! += x / 2
end
