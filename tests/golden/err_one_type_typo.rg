@i function f(y!::Fixed, x::Flaot64)
    y! += x
end
