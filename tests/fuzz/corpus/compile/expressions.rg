# Nested pure expressions: parts are computed, used and uncomputed.
@i function f(z!::Fixed, x::Fixed, y::Fixed)
    z! += sin(x + 2y) * exp(-x) - (x - y) / (1 + x^2)
    z! -= sqrt(abs(y)) + log(x) * cos(x * y)
    z! += x*x + min(x, y) + max(x, 2y) + atan(y, x)
end

#! run --set x=0.7 --set y=1.3 --grad z!
#! tolerance 3e-8
#! value z! 4.26993763387821
#! gradient x -0.900721002939
#! gradient y 1.37585962294
#! tolerance 1e-8
#! restored true
#! run --set x=0.7 --set y=1.3 --set z!=2.5 --backward
#! value z! -1.76993763387821
