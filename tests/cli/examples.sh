#!/bin/sh
# examples.sh BUILD: every command of examples/README.md prints what stands beside it, to the digits
# that stand there.
set -u
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

perl tests/cli/examples.pl "$build/bin/retrograd" examples/README.md || failed=1
# A digit that is not printed is noticed, and so is a claim on nothing. noticed PROGRAM CHANGE
noticed() {
    sed "$2" examples/README.md >"$work/page.md"
    cmp -s examples/README.md "$work/page.md" && { echo "examples: nothing to change by $2" >&2; failed=1; }
    perl tests/cli/examples.pl "$build/bin/retrograd" "$work/page.md" "$1" >/dev/null 2>&1 && { echo "examples: not noticed: $2" >&2; failed=1; }
}
noticed bessel.rg 's/∂²z = 0.13446697/∂²z = 0.13446684/'
noticed rrfib.rg 's/out! = 89`/out! = 90`/'
noticed griewank.rg 's/∂x1 = 3/∂x3 = 3/'

# The host programs print what the second table says.
# said PROGRAM TEXT ...
said() {
    "$build/examples/$1" >"$work/said" 2>&1 || { echo "examples: $1 fails" >&2; failed=1; }
    shift
    for text; do
        grep -qF "$text" "$work/said" || { echo "examples: not printed: $text" >&2; failed=1; }
    done
}
said leapfrog 'differ: 0 of 36' 'off by 6.5e-13 astronomical units; in float: 2.5e-04'
said untrain 'squared error 2.902598 after step 1, 0.029371 after step 200, 2.902598 untrained'
said nice '1.7468, after 150 epochs 0.3034' '353 layers' '76248 words, the machine has 65536'
for figure in '6.5e-13' '2.5e-04' '2.902598, 0.029371, 2.902598' '1.7468 to 0.3034 in 150 epochs; 353 layers' '76248 words'; do
    grep -q "^| .host/.*$figure" examples/README.md || { echo "examples: $figure is not in the page" >&2; failed=1; }
done
exit "$failed"
