# Definitions of types that are not whole.
struct Empty
end

struct Unclosed{T
    a::T
end

struct Numbered{3}
    a::Fixed
end

struct Built
    a::Fixed
    Built(x) = new(2x)
end

struct Field
    a::Fixed b::Fixed
end

struct Open
    a::Fixed
@i function f(y!::Fixed)
    y! += 1
end

struct Abrupt
    a::Fixed
struct After
    b::Fixed
end
