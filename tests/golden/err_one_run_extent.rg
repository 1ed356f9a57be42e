#! run f --set n=-2
@i function f(y!::Fixed, n::Int)
    v ← zeros(Fixed, n)
    y! += 1
    v → zeros(Fixed, n)
end
