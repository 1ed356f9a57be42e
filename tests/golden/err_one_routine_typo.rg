@i function ibessel(y!::Fixed)
    y! += 1
end
@i function f(y!::Fixed, x::Fixed)
    ibesel(y!)
    y! += x
end
