# Where a gradient turns, an ancilla stands in r1, where the parameter, which lives elsewhere, comes back.
@i function moved(p!::Fixed)
    A3 ← zeros(Int, 2)
    for i = 1:size(A3, 1)
        A3[i] += 7
        A3[i] -= 7
    end
    A3 → zeros(Int, 2)
    A6 ← zeros(Fixed, 2, 2)
    for i = 1:size(A6, 1)
        A6[i,2] += 4 * sqrt(p! + 0.1) * 0.25
        A6[i,2] -= 4 * sqrt(p! + 0.1) * 0.25
    end
    A6 → zeros(Fixed, 2, 2)
    @routine begin
        t ← 5
    end
    ~@routine
end
#! run --set p!=1 --grad p! --no-pass=blocks
#! value p! 1
#! gradient p! 1
#! restored true
