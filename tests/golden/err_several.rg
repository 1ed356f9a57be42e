using NoSuchLibrary
const T = [1, 2]
@i function g(a!::Fixed)
    a! += 1
end
@i function main(a!::Fixed, b!::Fixed, n!::Int, A::Matrix{Fixed}, l!::Log)
    (a!, b!) += 1, 2, 3
    (a!, b!) += sin(b!)
    (a!, n!) += sincos(0.5)
    (a!, b!) += b!, a!
    x, y ← 1.0
    (Int => Fixed)(n!)
    (Fixed => Int)(n!)
    (Log => Fixed)(l!)
    g(@skip! a!)
    @safe println("sum $(a! + 1)")
    @safe a! == 3
    a! += l!^n!^A
    n! += n!^1.5
end
@i function other(A::Matrix{Fixed})
    @auto_alloc A[1,1] += 2
end
