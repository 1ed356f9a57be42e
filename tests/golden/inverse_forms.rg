# Forms whose parts the parser makes: their inverse is printed from what is written.
@i function sine(y!::Fixed, x::Fixed)
    y! += sin(x)
end
@i function twice(y!::Fixed, x::Fixed)
    y! += 2x
end
alloc(::typeof(twice), x) = zero(x)
@i function main(y!::Fixed, e::Fixed, v::Vector{Fixed})
    @auto_alloc sine(a, e)
    y! += a
    ~@auto_alloc sine(a, e)
    @auto_alloc twice(b, e)
    y! += b
    ~@auto_alloc twice(b, e)
    y! += sum(q -> q * e, v)
    y! -= 2 * sum(sin, v) + maximum(q -> q^2, v)
    y! += sum(q -> q > e ? q : 0.5, [e, v[1]])
    ~begin
        for k = 1:3
            c ← e * 0.5
            y! += c * k
        end
        if (e > 1, ~)
            d ← e
            y! += d
        end
    end
end
