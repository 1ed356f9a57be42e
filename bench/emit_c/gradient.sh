#!/bin/sh
# gradient.sh BUILD: instructions of emitted C for each of 1,000 elements (callgrind): a routine
# beside the same by hand, and its gradient beside the routine. Fails where a bound is exceeded.
set -eu
here=$(dirname "$0")
work=$1/emit_c_gradient
mkdir -p "$work"
"$1/bin/retrograd" build "$here/sums.rg" --emit=c -o "$work/sums.c"
cp "$here/gradient.c" "$work"
${CC:-cc} -std=c17 -O2 -o "$work/gradient" "$work/gradient.c"

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/gradient" "$1" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}
none=$(count nothing) status=0
# ROUTINE MOST: the largest ratio of its gradient
for row in 'dot 2.5' 'pairs 2.8'; do
    name=${row% *}
    hand=$(($(count "${name}_by_hand") - none)) call=$(($(count "$name") - none))
    gradient=$(($(count "${name}_gradient") - none))
    awk -v m="$name" -v h=$hand -v c=$call -v g=$gradient -v most="${row#* }" 'BEGIN {
        printf "%-10s by hand %6.1f  emitted %6.1f  ratio %.2f  gradient %6.1f  ratio %.3f\n", m, h / 1000, c / 1000, c / h, g / 1000, g / c
        exit c > 3 * h || g > most * c }' || status=1
done
exit $status
