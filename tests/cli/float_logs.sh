#!/bin/sh
# float_logs.sh BUILD: random programs of Log and Float with --float, over four, thirty and sixty
# decades: values and gradients are right, and every bit is restored (tests/float/logs.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
for decades in 4 30 60; do
    "$python" tests/float/logs.py "$build" "${PROGRAMS:-150}" "${SEED:-1}" $decades || failed=1
done
# What a program prints of a Log, and its assembly.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
printf '@i function f(l!::Log, x::Float64)\n    @show l!\n    l! *= x\nend\n' >"$work/f.rg"
"$build/bin/retrograd" build "$work/f.rg" --float --emit=asm -o "$work/f.s" || failed=1
grep -q 'out\.w r[0-9]*\.log' "$work/f.s" || { echo "no Log is sent"; failed=1; }
# Assembly has no texts to print, but each of its words is read.
"$build/bin/retrograd" run "$work/f.s" f --float --set 'l!=-2.5' --set x=2 2>&1 | grep -q R0903 || failed=1
"$build/bin/retrograd" run "$work/f.rg" f --float --set 'l!=-2.5' --set x=2 >"$work/out" || failed=1
grep -q '^l! = -2\.5$' "$work/out" && grep -q 'l! = -5$' "$work/out" || { cat "$work/out"; failed=1; }
exit $failed
