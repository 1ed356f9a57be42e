#! run --backward --set x=3
@i function f(y!::Fixed, x::Fixed)
    t ← 1.0
    t += x
    y! += t
    t → 1.0
end
