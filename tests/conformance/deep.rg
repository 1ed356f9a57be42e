# A long argument of a function with two branches: its parts are computed before, for both.
@i function deep(y!::Fixed, x::Fixed, A!::Matrix{Fixed})
    for i = 1:size(A!, 1)
        t ← 0.0
        t += x
        y! += tanh(log1p(abs(sin(max(t, A![1, mod(abs2(mod(11, 50)), size(A!, 2)) + 1], t) + expm1(cos(A![i, 1]))))))
        t -= x
        t → 0.0
    end
end

#! run --set x=0.5 --set A!=[[0.25,0.5],[0.75,1.5]] --grad y!
#! tolerance 1e-9
#! value y! 1.1458501719595438
#! gradient x -0.205995063616
#! gradient A! [[0.13266851499262,0],[0.0035328039409,0]]
#! restored true
