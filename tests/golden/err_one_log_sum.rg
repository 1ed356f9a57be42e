@i function f(l!::Log, x::Fixed)
    l! += x
end
