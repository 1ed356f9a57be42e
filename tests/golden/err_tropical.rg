# What max-plus numbers do not have: an update by a sum, a difference, a product with a number.
using TropicalNumbers

struct Pair
    x::Fixed
    t::Tropical{Fixed}
end

@i function forgotten(y!::Tropical, a::Tropical)
    y! += a
    y! -= a
end

@i function mixed(y!::Tropical, a::Tropical, b::TropicalMinPlus)
    y! *= a - a
    y! *= a * 2
    y! *= a * b
    y! *= a ^ a
    y! *= 2
    y! *= sqrt(a)
end

@i function parts(p!::Pair, q::Pair)
    p! += q
    p! *= q
end

@i function whole(y!::Tropical{Int}, a::Tropical{Int})
    y! *= a ^ 0.5
end
