@i function f(y!::Fixed, n!::Int)
    (Int => Fixed)(n!)
    y! += n! / 2
    (Fixed => Int)(n!)
end
