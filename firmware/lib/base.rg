# Functions of Julia's Base that are made of others. A program that names one has them without `using`.
# A definition of the program of the same name hides the one here.

"The real cube root. The power is within some last places; a step of Newton's method removes them."
@fn cbrt(x) =
    x == 0 ? 0 : let r = abs(x)^(1 / 3) in sign(x) * (r - (r * r * r - abs(x)) / (3 * r * r))

"sin(π x), exact at multiples of 1/2."
@fn sinpi(x) = let r = x - 2 * round(x / 2) in
    abs(r) > 0.75 ? sign(r) * sin(π * (1 - abs(r))) : abs(r) > 0.25 ? sign(r) * cos(π * (abs(r) - 0.5)) : sin(π * r)

"cos(π x), exact at multiples of 1/2."
@fn cospi(x) = let r = x - 2 * round(x / 2) in
    abs(r) > 0.75 ? 0 - cos(π * (1 - abs(r))) : abs(r) > 0.25 ? sin(π * (0.5 - abs(r))) : cos(π * r)

"sin(π x) / (π x), 1 at 0."
@fn sinc(x) = abs(x) > 0.05 ? sinpi(x) / (π * x) : let t = π * π * x * x in
    1 - t / 6 * (1 - t / 20 * (1 - t / 42 * (1 - t / 72 * (1 - t / 110))))

@fn deg2rad(x) = x / 180 * π
@fn rad2deg(x) = x / π * 180
@fn mod2pi(x) = let r = x - 2 * π * floor(x / π / 2) in r < 0 ? r + 2 * π : r
@fn sind(x) = sinpi(x / 180)
@fn cosd(x) = cospi(x / 180)
@fn tand(x) = sind(x) / cosd(x)

@fn sec(x) = 1 / cos(x)
@fn csc(x) = 1 / sin(x)
@fn cot(x) = cos(x) / sin(x)
@fn sech(x) = abs(x) < 1 ? 1 / cosh(x) : let e = exp(0 - abs(x)) in 2 * e / (1 + e * e)
@fn csch(x) = 1 / sinh(x)
@fn coth(x) = 1 / tanh(x)

"log(x + sqrt(x^2 + 1)) without loss near 0, and without x^2 far from it."
@fn asinh(x) =
    x > 1 ? log(x) + log1p(sqrt(1 + 1 / x / x)) :
    x < -1 ? 0 - log(0 - x) - log1p(sqrt(1 + 1 / x / x)) : log1p(x + x * x / (1 + sqrt(x * x + 1)))
@fn acosh(x) = log(x) + log1p(sqrt((1 - 1 / x) * (1 + 1 / x)))
@fn atanh(x) = log1p(2 * x / (1 - x)) / 2
@fn acot(x) = atan(1 / x)
@fn asec(x) = acos(1 / x)
@fn acsc(x) = asin(1 / x)

@fn copysign(x, y) = y < 0 ? (x < 0 ? x : 0 - x) : (x < 0 ? 0 - x : x)
@fn flipsign(x, y) = y < 0 ? 0 - x : x
@fn signbit(x) = x < 0
@fn isnan(x) = false
@fn isinf(x) = false
@fn isfinite(x) = true
