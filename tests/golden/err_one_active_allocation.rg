@i function f(y!::Fixed, x::Fixed)
    t ← x
    y! += t
    t → x
end
