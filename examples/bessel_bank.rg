# The Bessel function of the first kind by its series, each term made from the last one in place by MULDIV. What rounding
# takes goes to the accumulator and comes back on the way back. So it leaves no dirty ancilla, as imul of bessel.rg does.
@i function ibesselj(out!::Fixed, v::Int, z::Fixed)
    @routine begin
        k ← 0
        sum ← 0.0
        term ← 1.0
        for i = 1:v
            MULDIV(term, z, 2i)
        end
        sum += term
        while (term != 0, k != 0)
            k += 1
            MULDIV(term, z, -2k)
            MULDIV(term, z, 2(k + v))
            sum += term
        end
    end
    out! += sum
    ~@routine
end

#! run --set v=2 --set z=1.0 --grad out!
#! tolerance 1e-12
#! value out! 0.1149034849319004804696469
#! gradient z 0.2102436158811325550203884
#! restored true
#! run --set v=0 --set z=0.5 --grad out!
#! tolerance 1e-12
#! value out! 0.9384698072408129042284047
#! gradient z -0.2422684576748738863839546
#! restored true
#! run --set v=1 --set z=3.0 --grad out!
#! tolerance 1e-12
#! value out! 0.3390589585259364589255146
#! gradient z -0.3730716077439122572659929
#! restored true
#! run --set v=5 --set z=-2.5 --grad out!
#! tolerance 1e-12
#! value out! -0.01950162513450321988647198
#! gradient z 0.03477862978524879293116884
#! restored true
#! run --set v=2
#! status 1
#! trap R0809
