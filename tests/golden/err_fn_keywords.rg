power(x; y=2) = x^y
sq(x) = x^2
@i function main(z!::Fixed, x::Fixed)
    z! += power(x; q=4)
    z! += power(x; y=4, y=5)
    z! += sq(x; y=4)
    PlusEq(exp)(z!, x; base=2)
    z! += power(x, 3)
    z! += power(x, 3, 4)
end
