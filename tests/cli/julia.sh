#!/bin/sh
# julia.sh BUILD: random programs in the spellings of Julia: matrix products, remainders, functions of Base
# and ranges, and of functions with a value, against exact fractions.
# What changes an array under a second name is refused. Whole files have a script of Julia. Arguments stand as Julia and other programs write them.
python=${PYTHON3:-/usr/bin/python3}
failed=0
"$python" tests/julia/programs.py "${1:-build}" 80 1 || failed=1
"$python" tests/julia/values.py "${1:-build}" 160 1 || failed=1
"$python" tests/julia/refused.py "${1:-build}" || failed=1
"$python" tests/julia/meanings.py "${1:-build}" || failed=1
"$python" tests/julia/scripts.py "${1:-build}" 60 1 || failed=1
"$python" tests/julia/data.py "${1:-build}" 60 1 || failed=1
# a file under the name that Julia gives it
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
echo 'f(x) = 2x' >"$work/f.jl"
"${1:-build}/bin/retrograd" run "$work/f.jl" --set x=3 | grep -q 'out! = 6$' || { echo 'a file .jl does not run'; failed=1; }
exit "$failed"
