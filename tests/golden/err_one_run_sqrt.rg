#! run --set x=-1
@i function f(y!::Fixed, x::Fixed)
    y! += sqrt(x)
end
