#!/bin/sh
# float_debug.sh BUILD: a program that runs with Float is debugged with Float: `retrograd debug` by
# scripts, there and back, and random programs line by line (tests/float/debugged.py).
set -uf
. tests/cli/head.sh
. tests/cli/expect.sh
cat >"$work/f.rg" <<'EOF'
@i function f(y!::Float64, x::Float64)
    y! += 3.0
    t ← x * 0.5
    y! += 1.0e-30 / t
    t → x * 0.5
end
EOF
printf '@i function f(y!::Float64, z!::Float64, x::Float64)\n    y! += x\n    z! += 1.0e-30\n    y! += z! * 0.1\nend\n' >"$work/low.rg"
printf '@i function f(y!::Float64, x::Float64)\n    y! += 1.0e-37 * x\nend\n' >"$work/few.rg"
printf '@i function f(y!::Float64, x::Float64)\n    t ← 0.0\n    t += x\n    y! += t\n    t → 0.0\nend\n' >"$work/dirty.rg"

for passes in "" -O0; do
    x="--set x=1e-60 $passes"
    # shellcheck disable=SC2086
    {
        script 'y! = 3  grad 0' 'b 3\nrun\np y!' "$work/f.rg" $x
        script 'watch 1: y! was 0, is 3' 'watch y!\nrun' "$work/f.rg" $x
        script 'watch 1: y! was 3, is 0' 'b 3\nrun\nd\nwatch y!\nrc' "$work/f.rg" $x
        script 'y!: from 3 to 2.0000000000000003e+30' 'goto end\nlast y!' "$work/f.rg" $x
        script 'breakpoint 1' 'b 4 if t < 1e-60 && y! == 3\nrun' "$work/f.rg" $x
        script 't = 5e-61  grad 0' 'b 4\nrun\np t' "$work/f.rg" $x
        script 'grad -2.0000000000000004e+90' 'goto end\np x' "$work/f.rg" --grad 'y!' $x
        script 'the start' 'goto end\nreverse-stepi 100000' "$work/f.rg" --grad 'y!' $x
        script 'tangent -2' 'goto end\np y!' "$work/f.rg" --tangent x=1e-90 $x
        script 't was changed last' 'trap\nwhy' "$work/dirty.rg" $x
    }
done
# All bits: 3 in units of 2^-128, and a number that is a double in the lowest 64 bits.
script 'y! = 0x0000000000000000000000000000000300000000000000000000000000000000' 'b 3\nrun\nprint/x y!' "$work/f.rg" --set x=1e-60
script 'x = 0x8000000000000000000000000000000000000000000000003379b604aaaca626' 'b 3\nrun\nprint/x x' "$work/f.rg" --set x=1e-60
script '0x0000000000000000000000000000000300000000000000000000000000000000' 'b 3\nrun\ninfo registers' "$work/f.rg" --set x=1e-60
script '1:	0	grad 0' 'x/2 0' "$work/f.rg"
# What is set, and what it becomes.
script 'y! = 0.25' 'b 3\nrun\nset y! = 0.25' "$work/f.rg" --set x=1
script 'y! = 1.000000000232341e-30' 'b 3\nrun\nset y! = 1e-30' "$work/f.rg" --set x=1
# A change that the double does not show.
script 'y! was 1, is 1 (a change of bits that the double does not show' 'b 4\nrun\nwatch y!\nc' "$work/low.rg" --set x=1
# The last place of a gradient of which few bits are kept, and one that keeps them.
script 'every gradient fits and keeps 30 bits or more' 'overflow' "$work/f.rg" --set x=1e-60 --grad 'y!'
# Fixed where it is asked for, and Float by option.
script 'y! = 3  grad 0' 'b 3\nrun\np y!' "$work/f.rg" --set x=1 --fixed
script 'note[R0501]' 'quit' "$work/f.rg" --set x=1 --engine fast
expect 2 'R0917' debug "$work/f.rg" --fixed --float
printf 'b 3\nrun\nprint/x\nprint/x y! + 1\nprint/q y!\nset y! = 1e300\nset y! = 1/0\nx/2 99999999\nprint/x nothing\nquit\n' |
    "$retrograd" debug "$work/f.rg" --set x=1 >"$work/out" 2>&1
checked=$((checked + 1))
if [ "$(grep -c '^error\[R09[14][0-9]\]' "$work/out")" -ne 7 ]; then
    echo "wrong commands are not refused, each with a message:"
    cat "$work/out"
    failed=1
fi
printf 'b 3\nrun\np y!\np x\n' | "$retrograd" debug "$work/f.rg" --set x=1 --json >"$work/out" 2>&1
checked=$((checked + 1))
grep -q '"type":"Float"' "$work/out" && grep -q '"bits":"0x00000000000000000000000000000003' "$work/out" || {
    echo "--json does not tell of Float:"
    cat "$work/out"
    failed=1
}
"${PYTHON3:-/usr/bin/python3}" tests/float/debugged.py "$retrograd" "$work" "${PROGRAMS:-60}" "${SEED:-1}" || failed=1
echo "debugged with Float: $checked command lines"
exit $failed
