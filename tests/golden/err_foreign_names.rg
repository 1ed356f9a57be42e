@i function f(y!::Fixed, x::Vector{Fixed}, a::Fixed)
    y! += np.sqrt(a)
    for i = 1:len(x)
        y! += ln(a) + pow(a, 2)
    end
    printf("%f", a)
end
