@i function f(y!::Vector{Fixed}, v::Vector{Fixed}, x::Fixed)
    y! .+= (x + 1 -> x).(v)
end
