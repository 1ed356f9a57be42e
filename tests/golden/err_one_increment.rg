@i function f(n!::Int)
    n!++
end
