@i function f(y!::Fixed, x::Fixed)::Fixed
    y! += x
end

@i function g(y!::Fixed, x::Fixed)
    y! += ∛x
    x > 1 && (y! += x)
    @printf("%f", x)
    @time y! += x
    x > 1 && h(x)
end

@i function a(Fixed y!, Fixed x)
    y! += x
end

@i function b(y!: Fixed)
    y! += 1
end

@i function c(y!::Fixed x::Fixed)
    y! += x
end

@i function d(y!::Fixed, x::Fixed
    y! += x
end
