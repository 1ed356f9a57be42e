# Functions as values that do not fit.
@i function apply!(f, y!, x)
    f(y!, x)
end

@i function value!(f, y!, x)
    y! += f(x)
end

@i function wrong(y!::Fixed, x::Fixed, v::Vector{Fixed})
    apply!(t -> t, y!, x)
    apply!(PlusEq(*), y!, x)
    value!((a, b) -> a + b, y!, x)
    value!(PlusEq(sin), y!, x)
    value!(q -> q + missing, y!, x)
end
