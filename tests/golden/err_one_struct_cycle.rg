struct A
    b::B
end
struct B
    a::A
end
@i function f(a!::A)
    a!.b.a.b += 1
end
