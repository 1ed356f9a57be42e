@i function f(l!::Log)
    l! *= 0
end
