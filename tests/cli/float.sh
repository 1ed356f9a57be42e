#!/bin/sh
# float.sh BUILD: Float as a user has it, by --float, and a machine made with it. Values and gradients are right
# where fixed point has no digits or no room, and are undone to the bit. What is missing is refused
# by name.
. tests/cli/head.sh
machine=$(${MAKE:-make} -s --no-print-directory machine FLOAT=256 ENGINES=fast BUILD="$build" 2>"$work/err" | tail -n 1)
[ -x "$machine" ] || { cat "$work/err"; echo "make machine FLOAT=256 makes nothing"; exit 1; }
machine=$(cd "$(dirname "$machine")" && pwd)/retrograd
here=$PWD
cd "$work" || exit 1
cat >float <<END_SH
#!/bin/sh
command=\$1
shift
exec "$retrograd" "\$command" --float "\$@"
END_SH
chmod +x float
float=$work/float

cat >years.rg <<'END_RG'
@i function years(s!::Float, y::Vector{Float})
    for i = 1:length(y)
        s! += y[i]^2
    end
end
@i function gravity(f!::Float, m1::Float, m2::Float, r::Float)
    f! += 6.6743e-11 * m1 * m2 / r^2
end
@i function softmax(p!::Float, x::Vector{Float})
    @routine begin
        s ← 0.0
        for i = 1:length(x)
            s += exp(x[i])
        end
    end
    p! += exp(x[1]) / s
    ~@routine
end
@i function density(l!::Float, x::Float)
    l! += log(exp(-x^2 / 2) / sqrt(2π))
end
@i function large(y!::Float, x::Float)
    y! += exp(x)
end
@i function small(y!::Float, x::Float)
    y! += 1e-14 * x
end
@i function ratio(y!::Float, x!::Float, n::Float, d::Float)
    @routine begin
        MULDIV(x!, n, d)
    end
    y! += x!^2
    ~@routine
end
@i function decay(x!::Float, bank!::Int, steps::Int)
    for t = 1:steps
        MULDIV(x!, 9, 10, bank!)
    end
end
@i function logged(l!::Log, k::Log, y!::Float, x::Float)
    l! *= k
    y! += x^2
end
@i function branch(y!::Float, n!::Int, x::Float, z::Float)
    if (x > z, ~)
        y! += max(x, z) * 3
        n! += floor(Int, x)
    else
        y! -= abs(x) / 2^3
        n! += sign(x)
    end
    y! ↔ n2
end
@i function whole(n!::Int, x::Float)
    n! += floor(Int, x)
end
END_RG
sed -i '/↔/d' years.rg

# near FUNCTION ARGUMENTS.. -- NAME of what: value, or gradient; the truth has 20 digits.
program_file=years.rg
near() {
    checked=$((checked + 1))
    program=$1 path=$2 truth=$3
    shift 3
    "$float" run "$program_file" "$program" "$@" --json >out.json 2>err || { cat err; bad "$program fails"; return; }
    jq -e --argjson t "$truth" "$path as \$g | (\$g - \$t) | fabs <= 1e-12 * (\$t | fabs)" out.json >/dev/null ||
        bad "$program: $path is $(jq -c "$path" out.json), not $truth"
    jq -e '.restored != false and .status == "ok"' out.json >/dev/null || bad "$program is not restored"
}
near years '.values["s!"]' 16022622.25 --set 'y=[1990,1991.5,2003,2021]' --grad s!
near years '.gradients.y[3]' 4042 --set 'y=[1990,1991.5,2003,2021]' --grad s!
near gravity '.values["f!"]' 0.00533944 --set m1=80 --set m2=1e6 --set r=1 --grad f!
near gravity '.gradients.m1' 6.6743e-5 --set m1=80 --set m2=1e6 --set r=1 --grad f!
near gravity '.gradients.r' -0.01067888 --set m1=80 --set m2=1e6 --set r=1 --grad f!
near softmax '.values["p!"]' 0.88079704586010218476 --set 'x=[14,12,-3]' --grad p!
near softmax '.gradients.x[1]' -0.10499357774644019567 --set 'x=[14,12,-3]' --grad p!
near density '.values["l!"]' -32.918938533204672742 --set x=8 --grad l!
near density '.gradients.x' -8 --set x=8 --grad l!
near large '.values["y!"]' 1.6516362549940018555e38 --set x=88 --grad y!
near large '.gradients.x' 1.6516362549940018555e38 --set x=88 --grad y!
near small '.values["y!"]' 1e-8 --set x=1e6 --grad y!
near small '.gradients.x' 1e-14 --set x=1e6 --grad y!
near branch '.values["y!"]' 6.0000000000000003 --set x=2.0000000000000001 --set z=1 --grad y!
near branch '.values["n!"]' -1 --set x=-2.5 --set z=1 --grad y!
near branch '.gradients.x' 0.125 --set x=-2.5 --set z=1 --grad y!

# Products in place with a bank, of Float ratios and of whole ones.
near ratio '.values["y!"]' 0.41326530612244897959 --set x!=1.5 --set n=3 --set d=-7 --grad y!
near ratio '.gradients["x!"]' 0.55102040816326530612 --set x!=1.5 --set n=3 --set d=-7 --grad y!
near ratio '.gradients.n' 0.27551020408163265306 --set x!=1.5 --set n=3 --set d=-7 --grad y!
near ratio '.gradients.d' 0.11807580174927113703 --set x!=1.5 --set n=3 --set d=-7 --grad y!
near ratio '.gradients.d' -2.517768e-27 --set x!=1.1e-9 --set n=1.02 --set d=1e3 --grad y!
near decay '.values["x!"]' 7.27497445223753e-8 --set x!=1 --set bank!=0 --set steps=156 --grad x!
near decay '.gradients["x!"]' 7.27497445223753e-8 --set x!=1 --set bank!=0 --set steps=156 --grad x!
# Rotations have 106 digits as all functions have: gradients that cancel are as small as differences say.
checked=$((checked + 1))
"$retrograd" check "$here/tests/conformance/quantum_circuit.rg" expect --float --set θ=0.7 --set φ=1.9 >out 2>&1 ||
    { cat out; bad "a gradient by rotations is not what differences say"; }

# A bank without room says how to do without one. It grows by log2(7 / 1.6) bits a step, over a first digit of
# 55, to 511.
cat >long.rg <<'END_RG'
@i function shrunk(x!::Float64, z::Float64, steps::Int)
    for k = 1:steps
        MULDIV(x!, z, 7.0)
    end
    for k = 1:steps
        ~MULDIV(x!, z, 7.0)
    end
end
END_RG
checked=$((checked + 2))
"$retrograd" run long.rg --float --set x!=1 --set z=1.6 --set steps=200 >out 2>&1 ||
    { cat out; bad "a bank of 426 bits does not fit"; }
"$retrograd" run long.rg --float --set x!=1 --set z=1.6 --set steps=260 2>&1 | grep -q 'without a bank' ||
    bad "a bank without room names no way out"

# Two Ints that take a bank over hold 127 bits of it; beyond them nothing is lost.
cat >ints.rg <<'END_RG'
@i function kept(x!::Float64, low!::Int, high!::Int, z::Float64, steps::Int)
    for k = 1:steps
        MULDIV(x!, z, 7.0, low!, high!)
    end
end
END_RG
checked=$((checked + 2))
"$retrograd" run ints.rg --float --set x!=1 --set low!=0 --set high!=0 --set z=1.6 --set steps=30 >out 2>&1 ||
    { cat out; bad "two Ints do not hold a bank of 119 bits"; }
"$retrograd" run ints.rg --float --set x!=1 --set low!=0 --set high!=0 --set z=1.6 --set steps=40 >out 2>&1
grep -q 'R0810.*two Ints hold a bank of 127 bits' out || { cat out; bad "two Ints hold more than they can"; }

# Without passes, with the gradients kept and erased, and with fewer outputs the numbers are the same.
for how in -O0 --keep-gradients "--out s!"; do
    # shellcheck disable=SC2086
    near years '.values["s!"]' 16022622.25 --set 'y=[1990,1991.5,2003,2021]' --grad s! $how
done

# What a run left runs back to zero, all bits.
checked=$((checked + 1))
"$float" run years.rg softmax --set 'x=[14,12,-3]' --json --raw >out.json || bad "no raw words"
raw=$(jq -r '.raw["p!"]' out.json)
case $raw in
0x0000000000000000000000000000000*) bad "raw is $raw" ;;
0x????????????????????????????????????????????????????????????????) bad "raw is a number: $raw" ;;
esac

# check compares each gradient with differences, and finds one that is wrong.
checks() {
    checked=$((checked + 1))
    want=$1
    shift
    "$float" check "$@" >out 2>&1
    [ $? -eq "$want" ] || { cat out; bad "check $*: not $want"; }
}
checks 0 years.rg softmax --set 'x=[14,12,-3]'
checks 0 years.rg gravity --set m1=80 --set m2=1e6 --set r=1
checks 0 years.rg years --set 'y=[1990,1991.5,2003,2021]'
checks 0 years.rg small --set x=1e6
checks 0 years.rg density --set x=8
checks 0 years.rg branch --set x=-2.5 --set z=1
# Along a direction a Log beside a Float counts what it moves by.
checks 0 years.rg logged --set l!=2 --set k=3 --set x=1.5

# refused CODE COMMAND..: by that code, and nothing is run.
refused() {
    checked=$((checked + 1))
    code=$1
    shift
    "$@" >out 2>&1 && bad "$* is not refused"
    grep -q "$code" out || { cat out; bad "$*: not $code"; }
}
refused R0910 "$float" run years.rg large --set y!=1e39 --set x=1
for n in nan inf -inf; do
    printf '1\n%s\n' $n >bad.csv
    refused R0910 "$float" run years.rg years --set y=@bad.csv
done
refused 'R0810.*: overflow: .*2^127' "$float" run years.rg large --set x=89
refused 'R0810.*rounded to an Int here, whose limit is 2^63, .*; it was 1e+19' "$float" run years.rg whole --set x=1e19
grep -q 'help: round it as a number' out || bad "no way out of an Int that is too small"
# What no double holds is said to become 0.
checked=$((checked + 1))
"$float" run years.rg small --set x=1e-400 2>&1 | grep -q 'R0505.*: argument x: 1e-400 becomes 0' || bad "1e-400 is 0 without a word"
# Second derivatives, and what changes along a direction; `second` MATRIX ARGUMENTS..
second() {
    checked=$((checked + 1))
    truth=$1
    shift
    "$float" run "$program_file" "$@" --json >out.json 2>err || { cat err; bad "$* fails"; return; }
    jq -e --argjson t "$truth" '[.hessian.matrix, $t] | transpose | all(transpose | all((.[0] - .[1] | fabs) <= 1e-12 * (.[1] | fabs)))' \
        out.json >/dev/null || bad "$*: the Hessian is $(jq -c .hessian.matrix out.json), not $truth"
    jq -e '.restored' out.json >/dev/null || bad "$* is not restored"
}
second '[[0,0],[0,-1]]' density --set x=8 --hessian l!
second '[[0,0],[0,1.6516362549940018555e38]]' large --set x=88 --hessian y!
second '[[0,0],[0,0]]' small --set x=1e6 --hessian y!
second '[[0,0,0,0],[0,0,6.6743e-11,-1.33486e-4],[0,6.6743e-11,0,-1.067888e-8],[0,-1.33486e-4,-1.067888e-8,0.03203664]]' \
    gravity --set m1=80 --set m2=1e6 --set r=1 --hessian f!
near gravity '.tangents["f!"]' -0.00467201 --set m1=80 --set m2=1e6 --set r=1 --tangent m1=10 --tangent r=0.5
near density '.hessian_vector.x' -3 --set x=8 --hvp l! --tangent x=3
near large '.tangents["y!"]' 1e-41 --set x=0 --tangent x=1e-41
# Of a number that is a float word too, and of one beside it that is large.
second '[[0,0,0,0],[0,0,6.6743e-11,-1.33486e16],[0,6.6743e-11,0,-1.33486e-40],[0,-1.33486e16,-1.33486e-40,4.00458e-14]]' \
    gravity --set m1=1e-30 --set m2=1e26 --set r=1 --hessian f!
refused 'R0921.*small components' "$float" run years.rg gravity --set m1=1e-80 --set m2=1 --set r=1 --tangent m1=1 --tangent r=1
# A Jacobian matrix is made of gradients.
checked=$((checked + 1))
"$float" run years.rg gravity --set m1=80 --set m2=1e6 --set r=1 --jacobian --json >out.json &&
    jq -e '[.jacobian.rows, .jacobian.columns] | flatten | index("m2")' out.json >/dev/null || bad "no Jacobian matrix"
refused R0507 "$retrograd" run years.rg large --fixed --set x=1
# Neither the core nor a net of gates stands in: such an engine is of another machine, of another
# format, or not there.
refused 'R09\([03][13]\|20\)' "$machine" run years.rg large --set x=1 --engine rtl
refused 'R09[23]0' "$machine" run years.rg large --set x=1 --engine gates
refused R0927 "$float" run years.rg large --set x=1 --tangent x=1 --engine rtl
refused R0916 "$float" run years.rg large --set x=1 --engine gates
refused R0916 "$float" run years.rg large --set x=1 --trace x.fst
cat >turned.rg <<'END_RG'
@i function turned(x!::Float, y!::Float, t::Float)
    ROT(x!, y!, t)
end
@i function hadamard(x!::Float, y!::Float)
    HADAMARD(x!, y!)
end
@i function exact(y!::Float, a::Vector{Float}, b::Vector{Float})
    exact_sum!(y!, a, b)
end
@i function logs(y!::Log, x::Float)
    y! *= x
end
END_RG
sed -i '/^@i function exact/,/^end/d' turned.rg
program_file=turned.rg
near logs '.values["y!"]' -6.0 --set 'y!=3' --set 'x=-2' --grad y!
near logs '.gradients.x' 3.0 --set 'y!=3' --set 'x=-2' --grad y!
# What is not there is refused where it is run, and not for standing in the file.
for a in 0 0.5 1.25 2.5 3.75 -0.3 -4 1000; do
    c=$(echo "scale=30; c($a)" | bc -l) s=$(echo "scale=30; s($a)" | bc -l)
    program_file=turned.rg
    near turned '.values["x!"]' "$(echo "3*$c - 4*$s" | bc -l)" --set x!=3 --set y!=4 --set t=$a --grad x!
    near turned '.gradients.t' "$(echo "-3*$s - 4*$c" | bc -l)" --set x!=3 --set y!=4 --set t=$a --grad x!
    checks 0 turned.rg turned --set x!=3e9 --set y!=4 --set t=$a
done
second '[[0,0,-0.64421768723769101971],[0,0,-0.76484218728448845487],[-0.64421768723769101971,-0.76484218728448845487,-1.4693721245455781921]]' \
    turned --set x!=1.5 --set y!=-0.5 --set t=0.69999999999999996 --hessian x!
near turned '.tangents["y!"]' 2.1135898117832692119 --set x!=1.5 --set y!=-0.5 --set t=0.69999999999999996 --tangent x!=1 --tangent t=1
near hadamard '.values["x!"]' 4.9497474683058326708 --set x!=3 --set y!=4 --grad y!
near hadamard '.gradients["y!"]' -0.70710678118654752440 --set x!=3 --set y!=4 --grad y!
program_file=years.rg
refused R0508 "$float" build years.rg --emit=c -o years.c
checked=$((checked + 1))
[ -e years.c ] && bad "C of numbers that are not Float"
refused R0951 "$float" run years.rg large --set x=1 --optimise=energy:45nm

# A machine that was made with Float is the same one.
checked=$((checked + 1))
"$machine" run years.rg gravity --set m1=80 --set m2=1e6 --set r=1 --grad f! --json >made.json &&
    "$float" run years.rg gravity --set m1=80 --set m2=1e6 --set r=1 --grad f! --json >option.json &&
    cmp -s made.json option.json || { diff made.json option.json; bad "--float is another machine"; }
"$retrograd" run years.rg gravity --engine float --set m1=80 --set m2=1e6 --set r=1 --grad f! --json |
    cmp -s - option.json || bad "--engine float is not --float"

# Where Fixed fails, the message names the option.
cat >fails.rg <<'END_RG'
@i function square(y!::Fixed, x::Fixed)
    y! += x^2
end
@i function density(l!::Fixed, x::Fixed)
    l! += log(exp(-x^2 / 2))
end
@i function quotient(y!::Fixed, x::Fixed)
    y! += 1 / x^4
end
@i function literal(y!::Fixed, x::Fixed)
    y! += 6.6743e-11 * x
end
@i function steep(y!::Fixed, x::Fixed)
    y! += 1000 * log(x)
end
END_RG
named() {
    checked=$((checked + 1))
    code=$1
    shift
    "$retrograd" run fails.rg "$@" >out 2>&1
    grep -A3 "$code" out | grep -q -e '--float' || { cat out; bad "$*: $code without --float"; }
    "$float" run fails.rg "$@" >out 2>&1 || { cat out; bad "$*: no help"; }
}
named R0810 square --set x=1990
named R0809 density --set x=8 --grad l!
named R0808 quotient --set x=1e-4
named R0505 literal --set x=1
named R0505 square --set x=1e-14
named R0506 density --set x=7.2 --grad l!
named R0921 steep --set x=1e-10 --grad y!

# Literals that lose digits are said.
cat >literals.rg <<'END_RG'
@i function stored(y!::Float)
    y! += 1e-40
end
@i function small(y!::Float, x::Float)
    y! += 1e-320 * x
end
@i function long(y!::Float, x::Float)
    y! += 9007199254740993.0 * x
end
@i function good(y!::Float, x::Float)
    y! += 6.62607015e-34 * x
    y! += 0.1
    y! += 9007199254740992.0
end
END_RG
checked=$((checked + 1))
"$float" build literals.rg -o literals.elf 2>out
[ "$(grep -c 'literals.rg:[258]:.*R0505' out)$(grep -c R0505 out)" = 33 ] || { cat out; bad "lost literals are not said"; }

# Objects, IR text and assembly keep their machine.
checked=$((checked + 1))
"$float" build years.rg -o years.elf && "$float" run years.elf gravity --set m1=80 --set m2=1e6 --set r=1 --json |
    jq -e '.values["f!"] - 0.00533944 | fabs < 1e-17' >/dev/null || bad "the object does not run"
refused R0920 "$retrograd" run years.elf gravity --fixed --set m1=80 --set m2=1e6 --set r=1
"$float" build years.rg --emit=ir -o years.ir && "$float" build years.ir -o again.elf &&
    cmp -s years.elf again.elf || "$float" run again.elf gravity --set m1=80 --set m2=1e6 --set r=1 --json |
    jq -e '.values["f!"] - 0.00533944 | fabs < 1e-17' >/dev/null || bad "IR text does not come back"
checked=$((checked + 1))
"$float" build years.rg --emit=asm -o years.s && grep -q '\.f' years.s || bad "no operand kinds in the listing"
"$float" run years.s gravity --set m1=80 --set m2=1e6 --set r=1 --json |
    jq -e '.values["f!"] - 0.00533944 | fabs < 1e-17' >/dev/null || bad "the listing does not run"

# The compiler's own words are not what the user has written.
cat >sums.rg <<'END_RG'
@i function sums(y!::Float, x::Vector{Float})
    y! += 2 * sum(v^2 for v in x)
end
END_RG
checked=$((checked + 1))
"$float" run sums.rg --set x=[2000,3] --json >out 2>err
jq -e '.values["y!"] == 8000018' out >/dev/null || bad "a sum is wrong"
[ -s err ] && { cat err; bad "a note on a type that nobody wrote"; }

# Numbers are compared in streams, too: constants on either side, an integer constant, a variable.
cat >counts.rg <<'END_RG'
@i function counts(n!::Int, k!::Vector{Int}, v::Vector{Float}, t::Float)
    n! += count(x > 2 for x in v) + 10 * count(x < 0 for x in v) + 100 * count(x >= t for x in v)
    for i = 1:length(v)
        k![i] += 0 < v[i]
        k![i] += 10 * (1e-30 < v[i]) + 100 * (v[i] == t)
    end
    for i = 1:length(v)
        k![i] += sign(v[i])
    end
end
END_RG
for how in "" -O0; do
    checked=$((checked + 1))
    # shellcheck disable=SC2086
    "$float" run counts.rg --set v=[1,2.5,-3.5,0.25] --set t=2.5 --set k!=[0,0,0,0] --json $how |
        jq -e '.values["n!"] == 111 and .values["k!"] == [12,112,-1,12]' >/dev/null || bad "streams compare no numbers $how"
done

# What is lost of an argument is said.
checked=$((checked + 1))
"$float" run years.rg large --set x=1 --set y!=1e-40 2>&1 | grep -q 'R0505.*becomes 0: Q127.128' ||
    bad "a lost argument is not said"
# One that is only read keeps its digits, and so does what an expression works out on its way.
near gravity '.values["f!"]' 6.6743e-21 --set m1=1e-46 --set m2=1e36 --set r=1 --out f!
near large '.values["y!"]' 1 --set x=1e-300 --grad y!

# Gradients keep their digits where values inside an expression, or a sum, are very large or small.
cat >steep.rg <<'END_RG'
@i function softplus(y!::Float, x::Float)
    y! += log(1 + exp(x))
end
@i function pair(y!::Float, a::Float, b::Float)
    y! += log(exp(a) / (exp(a) + exp(b)))
end
@i function factors(y!::Float, a::Float, b::Float, c::Float, d::Float)
    y! += a * b * c * d
end
@i function sum_of_powers(y!::Float, x::Vector{Float})
    @routine begin
        s ← 0.0
        for i = 1:length(x)
            s += exp(x[i])
        end
    end
    y! += log(s)
    ~@routine
end
END_RG
for how in "" -O0 --keep-gradients; do
    # shellcheck disable=SC2086
    {
        program_file=steep.rg
        near softplus '.gradients.x' 1 --set x=80 --grad y! $how
        near pair '.gradients.b' -1 --set a=-100 --set b=100 --grad y! $how
        near factors '.gradients.b' 3.4e-30 --set a=1e-30 --set b=3e30 --set c=1.7e-29 --set d=2e29 --grad y! $how
        near sum_of_powers '.gradients.x[0]' 0.88079707797788243 --set x=[80,78,1] --grad y! $how
        program_file=years.rg
        near density '.gradients.x' -30 --set x=30 --grad l! $how
    }
done

# Results with few digits are counted.
checked=$((checked + 1))
"$float" run years.rg large --set x=-88 --json | jq -e '.few_digits.values > 0' >/dev/null || bad "few digits are not counted"
"$float" run years.rg large --set x=-88 | grep -q 'few digits' || bad "few digits are not said"

[ $failed -eq 0 ] && echo "$checked checks of a machine with Float"
exit $failed
