# A loop whose way back is kept on a stack of Bool.
@i function collatz(steps!::Int, peak!::Int, n::Int)
    @routine begin
        k ← 0
        bits ← stack(Bool, 200)
        m ← n
        @from k == 0 while m > 1
            odd ← false
            odd ⊻= isodd(m)
            if (odd, ~)
                t ← 0
                t += 3 * m + 1
                m ↔ t
                t -= (m - 1) ÷ 3
                t → 0
            else
                t ← 0
                t += m ÷ 2
                m ↔ t
                t -= 2 * m
                t → 0
            end
            PUSH!(bits, odd)
            odd → false
            k += 1
        end
    end
    steps! += k
    peak! += length(bits)
    ~@routine
end

#! run collatz --set n=27
#! value steps! 111
#! value peak! 111
#! check collatz --set n=27
