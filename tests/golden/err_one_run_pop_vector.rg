#! run --set v!=[1,2]
@i function f(v!::Vector{Fixed}, y!::Fixed)
    POP!(v!, y!)
end
