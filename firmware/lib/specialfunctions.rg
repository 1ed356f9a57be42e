# Error functions, the gamma function and its relatives, Bessel functions. `using SpecialFunctions`
# The polynomials have variables from -1/2 to 1/2, so no step enlarges the rounding of the one
# before. Each is exact to 2^-49 or better. Derivatives are those of the formulas.

"erf(x) / x for |x| below 1, h = x^2 - 1/2."
function erf_slope(h)
    p = 0.000000000059571761477489114
    p = -0.00000000077985431681423268 + h * p
    p = 0.0000000093876424671905857 + h * p
    p = -0.00000010420369437776737 + h * p
    p = 0.0000010536449493012862 + h * p
    p = -0.0000096148086868374103 + h * p
    p = 0.000078296495255033399 + h * p
    p = -0.0005611894221159957 + h * p
    p = 0.003480274496665589 + h * p
    p = -0.018283884489152906 + h * p
    p = 0.07940998675593483 + h * p
    p = -0.28107217804543424 + h * p
    p = 0.96546873866986731 + h * p
    return p
end

"erfc(z) exp(z^2) for z from 1 to 27, h = 17/26 - 60/(13 (z + 3))."
function erfc_scaled(h)
    p = 0.000007452059435238397
    p = -0.00000036761460214385686 + h * p
    p = -0.000031782339939513565 + h * p
    p = 0.000003289638104704104 + h * p
    p = 0.00011098748395471882 + h * p
    p = -0.00004474856139394707 + h * p
    p = -0.00039845777841190943 + h * p
    p = 0.0004629631770001524 + h * p
    p = 0.0012771825863561995 + h * p
    p = -0.00391570985943565 + h * p
    p = 0.00032184780333057366 + h * p
    p = 0.02246992007649519 + h * p
    p = -0.07546410035993978 + h * p
    p = 0.1567293969461327 + h * p
    p = -0.24673743020259664 + h * p
    p = 0.3159229079312756 + h * p
    p = -0.3403107583601444 + h * p
    p = 0.13512003963889493 + h * p
    return p
end

"erfc(z) for z from 1 on. A Float is 0 from 27 on, a Fixed earlier."
@fn erfc_beyond_one(z) =
    let y = min(z, 27) in exp(-(y * y)) * erfc_scaled(17 / 26 - 60 / (13 * (y + 3)))

"2/sqrt(π) times the integral of exp(-t^2) from 0 to x."
@fn erf(x) = abs(x) < 1 ? x * erf_slope(x * x - 0.5) : sign(x) * (1 - erfc_beyond_one(abs(x)))

"1 - erf(x)."
@fn erfc(x) =
    abs(x) < 1 ? 1 - x * erf_slope(x * x - 0.5) :
    x < 0 ? 2 - erfc_beyond_one(-x) : erfc_beyond_one(x)

"Γ(h + 5/2)."
function gamma_middle(h)
    p = -0.000000082283376125137289
    p = 0.00000020594390312960716 + h * p
    p = -0.00000041866472217648881 + h * p
    p = 0.0000010654567795576118 + h * p
    p = -0.000002561960809450555 + h * p
    p = 0.0000072581793346921986 + h * p
    p = -0.000012801398595590588 + h * p
    p = 0.00006132933686364514 + h * p
    p = 0.0000039417633258253117 + h * p
    p = 0.00075447418433987529 + h * p
    p = 0.0016074004859635903 + h * p
    p = 0.01039240342319837 + h * p
    p = 0.028360780594813754 + h * p
    p = 0.1096732340022263 + h * p
    p = 0.2538712468411431 + h * p
    p = 0.65455857798133614 + h * p
    p = 0.93473452162608553 + h * p
    p = 1.329340388179137 + h * p
    return p
end

"Γ(h + 1), h from 0 to 1: Γ of the next number over it."
@fn gamma_from_one(h) = gamma_middle(h - 0.5) / (1 + h)

"The product of x - 1, x - 2 and so on while they are 1 or more, for x below 22."
@fn falling_product(x) =
    foldl((p, k) -> p * max(1, x - k) * max(1, x - k - 8), 1.0, [1, 2, 3, 4, 5, 6, 7, 8]) *
    max(1, x - 17) * max(1, x - 18) * max(1, x - 19) * max(1, x - 20)

# Divided one by one: the derivative by a long product would be a small number times a large one.
"p over the product of x, x + 1 and so on while they are below 1; x from -16 on."
@fn over_rising_product(p, x) =
    foldl((p, k) -> p / min(1, x + k) / min(1, x + k + 8), p / min(1, x), [1, 2, 3, 4, 5, 6, 7, 8])

"What Stirling's formula for log Γ(1/v) lacks over v, by w = v^2; v up to 1/8."
function stirling_rest(w)
    p = 1 / 156
    p = -691 / 360360 + w * p
    p = 1 / 1188 + w * p
    p = -1 / 1680 + w * p
    p = 1 / 1260 + w * p
    p = -1 / 360 + w * p
    p = 1 / 12 + w * p
    return p
end

"log Γ(z) for z from 8 on."
@fn lgamma_beyond_eight(z) =
    let v = 1 / z in (z - 0.5) * log(z) - z + 0.91893853320467274 + v * stirling_rest(v * v)

"0, and below -16 a trap."
@fn gamma_domain(x) = min(sqrt(16 + x), 0)

# From 21 on it fits a Float alone, which has enough digits for the power.
"Γ(x) for x from -16 on. At 0, -1, -2 and so on it traps as a division by zero."
@fn gamma(x) =
    let y = x + gamma_domain(x), p = gamma_from_one(y - floor(y)) in
    y < 1 ? over_rising_product(p, y) : y < 21 ? falling_product(y) * p : exp(lgamma_beyond_eight(y))

"log Γ(x) for x from 1 to 8: the sum of logarithms of what gamma multiplies."
@fn lgamma_below_eight(x) =
    let p = gamma_from_one(x - floor(x)) in
    foldl((s, k) -> s + log(max(1, x - k)), log(p), [1, 2, 3, 4, 5, 6, 7])

"log Γ(x) for x above 0."
@fn lgamma_above_zero(x) =
    x < 1 ? log(gamma_from_one(x)) - log(x) :
    x < 8 ? lgamma_below_eight(x) : lgamma_beyond_eight(x)

"sin(π x); the angle is reduced exactly."
@fn sine_of_turns(x) =
    let n = round(x) in (1 - 2 * (n - 2 * floor(n / 2))) * sin(π * (x - n))

"log |Γ(x)|. At 0, -1, -2 and so on it traps as a logarithm of zero."
@fn lgamma(x) =
    x < 0 ? log(π) - log(abs(sine_of_turns(x))) - lgamma_above_zero(1 - x) : lgamma_above_zero(x)

"log |Γ(x)|, and the sign of Γ(x)."
@fn logabsgamma(x) = (lgamma(x), x > 0 ? 1.0 : floor(x) % 2 == 0 ? 1.0 : -1.0)

"log Γ(x) for x above 0. Elsewhere it traps: a logarithm outside of its domain."
@fn loggamma(x) = lgamma_above_zero(x)

"What the derivative of that formula lacks over -v^2."
function digamma_rest(w)
    p = 1 / 12
    p = -691 / 32760 + w * p
    p = 1 / 132 + w * p
    p = -1 / 240 + w * p
    p = 1 / 252 + w * p
    p = -1 / 120 + w * p
    p = 1 / 12 + w * p
    return p
end

"The derivative of log Γ(z) for z from 8 on."
@fn digamma_beyond_eight(z) =
    let v = 1 / z, w = v * v in log(z) - v / 2 - w * digamma_rest(w)

"1/x + 1/(x + 1) + .. + 1/(x + 7)"
@fn eight_inverses(x) =
    1 / x + 1 / (x + 1) + 1 / (x + 2) + 1 / (x + 3) +
    1 / (x + 4) + 1 / (x + 5) + 1 / (x + 6) + 1 / (x + 7)

"The same for x above 0; below that it traps."
@fn digamma_above_zero(x) =
    x < 8 ? digamma_beyond_eight(x + 8) - eight_inverses(x) : digamma_beyond_eight(x)

"π / tan(π x)"
@fn cotangent_of_turns(x) =
    let a = π * (x - round(x)) in π * cos(a) / sin(a)

"The derivative of lgamma, Γ'(x) / Γ(x). At 0, -1, -2 and so on it traps as a division by zero."
@fn digamma(x) =
    x < 0 ? digamma_above_zero(1 - x) - cotangent_of_turns(x) : digamma_above_zero(x)

# t is π / 2 for odd n, else 0.
"Half the terms of the mean below for the angles π (k + 1/2) / 64 and π less that."
@fn besselj_terms(n, x, t, k) =
    let q = (k + 0.5) / 128 in cos(2π * (n * q - round(n * q)) - t) * cos(x * sin(2π * q) - t)

"0, and outside of the domain a trap: n must be whole, |n| at most 40 and |x| at most 50."
@fn besselj_domain(n, x) =
    min(sqrt(-abs(n - round(n))), 0) + min(sqrt(40 - abs(n)), 0) + min(sqrt(50 - abs(x)), 0)

# The mean has J of the orders 128 - n, 128 + n, 256 - n .. too: less than 2^-47.
"J_n(x) for a whole number n: the mean of cos(n θ - x sin θ) over 64 angles from 0 to π."
@fn besselj_mean(n, x) =
    let t = (n - 2 * floor(n / 2)) * π / 2 in
    foldl((s, k) -> s + besselj_terms(n, x, t, k) + besselj_terms(n, x, t, k + 16), 0,
          [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]) / 32

"A factor of x^n / n!: x / k for k from 1 to n, else 1."
@fn power_factor(n, x, k) = k > n ? 1 : x / k

"x^n / n! for a whole number n from 0 to 42, large factors beside small ones."
@fn power_over_factorial(n, x) =
    foldl((p, k) -> p * power_factor(n, x, k) * power_factor(n, x, k + 14) * power_factor(n, x, k + 28),
          1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])

"What stands before and behind a term of the series below."
@fn besselj_step(n, c, k, s) = 1 - c / (k * (n + k)) * s

# The mean is off by 2^-56 however small J is. The terms of the series are not.
"J_n(x) for n from 0 and |x| up to 2 + n / 2: its power series."
@fn besselj_series(n, x) =
    let c = x * x / 4 in
    foldl((s, k) -> besselj_step(n, c, 2k - 1, besselj_step(n, c, 2k, s)), 1,
          [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) * power_over_factorial(n, x / 2)

"J_n(x) for a whole number n."
@fn besselj(n, x) =
    let m = n + besselj_domain(n, x) in
    abs(x) < 2 + abs(m) / 2 ? besselj_series(abs(m), m < 0 ? -x : x) : besselj_mean(m, x)

"J_0(x)"
@fn besselj0(x) = besselj(0, x)

"J_1(x)"
@fn besselj1(x) = besselj(1, x)
