# Recursion over the halves of a vector of complex numbers; ancillas of the type of an element.
@i function treesum!(y!, v, lo::Int, hi::Int)
    if (lo == hi, ~)
        y! += v[lo] ^ 2
    else
        @routine begin
            mid ← 0
            mid += (lo + hi) ÷ 2
            a ← zero(v[1])
            b ← zero(v[1])
            treesum!(a, v, lo, mid)
            treesum!(b, v, mid + 1, hi)
        end
        y! += a * 2 + b
        ~@routine
    end
end
@i function f(y!::Complex{Fixed}, v::Vector{Complex{Fixed}})
    treesum!(y!, v, 1, length(v))
end

#! run f --set 'v=[{"re": 0.5, "im": 1.0}, {"re": 1.0, "im": -0.5}, {"re": 0.25, "im": 0.25}, {"re": -1.0, "im": 2.0}, {"re": 0.75, "im": 0.0}]' --grad y!.im
#! value y! {"re": -8.4375, "im": -3.75}
#! gradient v [{"re": 16.0, "im": 8.0}, {"re": -4.0, "im": 8.0}, {"re": 1.0, "im": 1.0}, {"re": 8.0, "im": -4.0}, {"re": 0.0, "im": 1.5}]
#! restored true
#! check f --set 'v=[{"re": 0.5, "im": 1.0}, {"re": 1.0, "im": -0.5}, {"re": 0.25, "im": 0.25}, {"re": -1.0, "im": 2.0}, {"re": 0.75, "im": 0.0}]'
