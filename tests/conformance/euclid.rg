# Euclid with the quotients on a stack.
@i function gcd!(g!::Int, a::Int, b::Int)
    @routine begin
        x ← a
        y ← b
        qs ← stack(Int, 64)
        @from length(qs) == 0 while y != 0
            q ← 0
            q += x ÷ y
            x -= q * y
            x ↔ y
            PUSH!(qs, q)
            q → 0
        end
    end
    g! += x
    ~@routine
end

#! run gcd! --set a=1071 --set b=462
#! value g! 21
#! check gcd! --set a=1071 --set b=462
