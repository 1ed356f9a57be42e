# The exponential by its series, each term made from the last one in place by MULDIV (compare iexp.rg).
@i function iexp(out!::Fixed, x::Fixed)
    @routine begin
        k ← 0
        sum ← 1.0
        term ← 1.0
        while (term != 0, k != 0)
            k += 1
            MULDIV(term, x, k)
            sum += term
        end
    end
    out! += sum
    ~@routine
end

#! run --set x=1.6 --grad out!
#! tolerance 1e-12
#! value out! 4.9530324243951148036542863
#! gradient x 4.9530324243951148036542863
#! restored true
#! run --set x=-1.25 --grad out!
#! tolerance 1e-12
#! value out! 0.2865047968601901003248854
#! gradient x 0.2865047968601901003248854
#! restored true
#! run --set x=3.5 --grad out!
#! tolerance 1e-12
#! value out! 33.11545195869231375065325
#! gradient x 33.11545195869231375065325
#! restored true
