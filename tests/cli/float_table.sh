#!/bin/sh
# float_table.sh BUILD: everyday programs that Fixed has no digits or no room for, with --float: the
# table of what fails that the design of Float starts from, and more. Truths are of 60 digits.
. tests/cli/head.sh
cp examples/bessel.rg "$work/table.rg"
cd "$work" || exit 1
cat >>table.rg <<'END_RG'
using SpecialFunctions
@i function years(s!::Float64, y::Vector{Float64})
    for i = 1:length(y)
        s! += y[i]^2
    end
end
@i function softmax(p!::Float64, x::Vector{Float64})
    @routine begin
        s ← 0.0
        for i = 1:length(x)
            s += exp(x[i])
        end
    end
    p! += exp(x[1]) / s
    ~@routine
end
@i function rosenbrock(f!::Float64, x::Float64, y::Float64)
    f! += (1 - x)^2 + 100 * (y - x^2)^2
end
@i function density(l!::Float64, x::Float64)
    l! += log(exp(-x^2 / 2) / sqrt(2π))
end
@i function likelihood(l!::Float64, p::Float64, n::Int)
    @routine begin
        q ← 0.0
        q += p^n
    end
    l! += log(q)
    ~@routine
end
@i function gravity(f!::Float64, m1::Float64, m2::Float64, r::Float64)
    f! += 6.6743e-11 * m1 * m2 / r^2
end
@i function small(y!::Float64, x::Float64)
    y! += 1e-14 * x
end
@i function means(y!::Float64, x::Float64, n::Int)
    for i = 1:n
        y! += 0.001 * (x * i / n)
    end
end
@i function planck(y!::Float64, nu::Float64, t::Float64)
    y! += 2 * 6.62607015e-34 * nu^3 / 299792458.0^2 / (exp(6.62607015e-34 * nu / (1.380649e-23 * t)) - 1)
end
@i function tail(p!::Float64, x::Float64)
    p! += erfc(x)
end
@i function factorials(y!::Float64, x::Float64)
    y! += gamma(x)
end
@i function orders(y!::Float64, n::Int, x::Float64)
    y! += besselj(n, x)
end
@i function softplus(y!::Float64, x::Float64)
    y! += log(1 + exp(x))
end
@i function gaussians(l!::Float64, x::Float64, m::Vector{Float64})
    @routine begin
        s ← 0.0
        for i = 1:length(m)
            s += exp(-(x - m[i])^2 / 2)
        end
    end
    l! += log(s)
    ~@routine
end
@i function binomial(l!::Float64, k::Float64, n::Float64, p::Float64)
    l! += k * log(p) + (n - k) * log(1 - p)
end
@i function image(e!::Float64, a::Matrix{Float64})
    for j = 1:size(a, 2), i = 1:size(a, 1)
        e! += a[i, j]^2
    end
end
END_RG

# row ROUTINE RESULT ARGUMENTS VALUE ARGUMENT DERIVATIVE; of an array by its first element.
row() {
    checked=$((checked + 1))
    sets=
    for a in $3; do sets="$sets --set $a"; done
    for how in '' -O0; do
        # shellcheck disable=SC2086
        "$retrograd" run table.rg "$1" --float $sets --grad "$2" $how --json >out.json 2>err ||
            { cat err; bad "$1 $3 fails"; return; }
        jq -e --arg o "$2" --argjson v "$4" --arg a "$5" --argjson d "$6" '
            def near($t): (. - $t | fabs) <= 1e-9 * ($t | fabs);
            (.values[$o] | near($v)) and (.gradients[$a] | if type == "array" then .[0] else . end | near($d))
            and .restored' out.json >/dev/null ||
            { jq -c '.values, .gradients' out.json; bad "$1 $3 $how: not $4 and $6"; }
    done
}
row years s! 'y=[1990,1991.5,2003,2021]' 16022622.25 y 3980.0
row softmax p! 'x=[14,12,-3]' 0.88079704586010220248 x 0.10499360986421922006
row softmax p! 'x=[60,59,-80]' 0.73105857863000487925 x 0.19661193324148185254
row rosenbrock f! 'x=-12 y=10' 1795769.0 x -643226.0
row density l! 'x=7' -25.418938533204672742 x -7.0
row density l! 'x=8' -32.918938533204672742 x -8.0
row density l! 'x=11' -61.418938533204672742 x -11.0
row likelihood l! 'p=0.3 n=30' -36.119184129778080889 p 100.0000000000000037
row gravity f! 'm1=80 m2=1e6 r=1' 0.0053394399999999995032 m1 0.00006674299999999999379
row gravity f! 'm1=5.972e24 m2=7.348e22 r=3.844e8' 1.9821107290792519907e+20 r -1031275093173.3881325
row small y! 'x=1e6' 9.9999999999999999882e-9 x 9.9999999999999999882e-15
row means y! 'x=2 n=60000' 60.001000000000001249 x 30.000500000000000625
row means y! 'x=2 n=104000' 104.00100000000000217 x 52.000500000000001083
row planck y! 'nu=5e14 t=5800' 2.9905247990695943058e-8 t 2.1678247769517600608e-11
row tail p! 'x=6' 2.1519736712498913117e-17 x -2.6173012392492648292e-16
row tail p! 'x=8.125' 1.4728237544682700263e-30 x -2.4112009296925335992e-29
row factorials y! 'x=12.25' 73711509.046769949091 x 181636558.15833660823
row factorials y! 'x=20.75' 1145090997974775999.0 x 3444727278319539904.5
row factorials y! 'x=22.5' 2.382801594464184326e+20 x 7.3655459433212868893e+20
row factorials y! 'x=30' 8.8417619937397019545e+30 x 2.9924396451742240377e+31
row factorials y! 'x=34.75' 1.2192712645724518187e+38 x 4.3085657878783778638e+38
row orders y! 'n=2 x=1e-8' 1.2500000000000000419e-17 x 2.5000000000000000106e-9
row orders y! 'n=5 x=0.001' 2.6041665581597244309e-19 x 1.3020832573784740745e-15
row orders y! 'n=1 x=1e-12' 4.9999999999999998994e-13 x 0.5
row orders y! 'n=-3 x=0.25' -0.00032425125267590813096 x -0.0038808742538517793573
row orders y! 'n=20 x=11.5' 0.0001248685721796787637 x 0.0001801229851709312983
row orders y! 'n=4 x=4.5' 0.34842298028409521331 x 0.11499465716937096619
row softplus y! 'x=14' 14.000000831528373384 x 0.99999916847197233587
row softplus y! 'x=60' 60.0 x 1.0
row gaussians l! 'x=9 m=[-1,0,1]' -31.999796537100989117 x -8.0002034574287202963
row binomial l! 'k=300 n=1000 p=1e-20' -13815.510557964274121 p 3.0000000000000001645e+22
row ibesselj out! 'v=2 z=1 atol=1e-15' 0.11490348493190048047 z 0.21024361588113255502
row ibesselj out! 'v=0 z=0.5 atol=1e-15' 0.93846980724081290423 z -0.24226845767487388638
row ibesselj out! 'v=3 z=5 atol=1e-15' 0.36483123061366699446 z -0.17233362209044798115
pixels=$(awk 'BEGIN { printf "["; for (i = 0; i < 16; i++) { printf "%s[", i ? "," : ""; for (j = 0; j < 16; j++) printf "%s%d", j ? "," : "", 16 * i + j; printf "]"; } print "]" }')
row image e! "a=$pixels" 5559680 e! 1

# Without the option each of these is refused, traps, or says what was lost.
checked=$((checked + 1))
"$retrograd" run table.rg softplus --set x=60 2>&1 | grep -q -e '--float' || bad "the option is not named"
# What fits no Float traps as an overflow.
checked=$((checked + 1))
"$retrograd" run table.rg factorials --float --set x=40 2>&1 | grep -q R0810 || bad "gamma(40) is no overflow"

[ $failed -eq 0 ] && echo "float_table: $checked programs are right"
exit $failed
