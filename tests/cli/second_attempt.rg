# A pendulum whose place is measured on the way, with a factor that the gradient of the first seed has no room for.
@i function measured!(z!::Fixed, q!::Fixed, p!::Fixed, h::Fixed, c::Fixed, n::Int, m::Int)
    for i = 1:n
        q! += p! * h
        p! -= q! * h
    end
    z! += c * q!
    for i = 1:m
        q! += p! * h
        p! -= q! * h
    end
    z! += q!
end
