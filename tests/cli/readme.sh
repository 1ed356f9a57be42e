#!/bin/sh
# readme.sh BUILD: the README shows what the demo really prints, and its program of one's own runs.
set -u
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

sed -n '/^```text$/,/^```$/p' README.md | sed '1d;$d' >"$work/claimed"
"$build/bin/retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out! --engine rtl >"$work/printed"
if ! diff "$work/claimed" "$work/printed"; then
    echo "readme: the demo prints something else than README.md shows" >&2
    failed=1
fi

sed -n '/^```julia$/,/^```$/p' README.md | sed '1d;$d' >"$work/norm.rg"
if ! "$build/bin/retrograd" run "$work/norm.rg" --set 'x=[1,2,3]' --grad out! --engine rtl | grep -q 'out! = 3.74165738677'; then
    echo "readme: the program of one's own does not give the norm" >&2
    failed=1
fi
[ "$failed" -eq 0 ] && echo "readme: 2 passed, 0 failed"
exit "$failed"
