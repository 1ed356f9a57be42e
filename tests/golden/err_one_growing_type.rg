struct A{T}
  x::T
end
@i function g(y!, a)
    b ← A(a)
    g(y!, b)
    b → A(a)
end
@i function f(y!::Fixed, n::Int)
    g(y!, n)
end
