#! run --set x=20000
@i function f(y!::Fixed, x::Fixed)
    y! += x * x
end
