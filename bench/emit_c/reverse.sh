#!/bin/sh
# reverse.sh BUILD: instructions that take an event back, emitted beside hand-written handlers, with
# the same compiler and flags (callgrind). Fails where an emitted one takes more than 1.05 times those.
set -eu
here=$(dirname "$0")
work=$1/emit_c_reverse
mkdir -p "$work"
"$1/bin/retrograd" build "$here/models.rg" --emit=c -o "$work/models.c"
cp "$here/reverse.c" "$work"
${CC:-cc} -std=c17 -O2 -o "$work/emitted" "$work/reverse.c"
${CC:-cc} -std=c17 -O2 -DHAND -o "$work/hand" "$work/reverse.c"
events=2000 status=0 number=0

# Instructions of a run: PROGRAM MODEL [stay].
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}
for model in phold queue epidemic network automaton; do
    [ "$model" = automaton ] && events=100
    "$work/emitted" $number $events | grep -qx restored && "$work/hand" $number $events | grep -qx restored
    there=$(count "$work/emitted" $number $events stay)
    emitted=$(($(count "$work/emitted" $number $events) - there))
    there=$(count "$work/hand" $number $events stay)
    hand=$(($(count "$work/hand" $number $events) - there))
    awk -v m=$model -v e=$emitted -v h=$hand -v n=$events 'BEGIN {
        printf "%-10s emitted %8.1f  by hand %8.1f  ratio %.3f\n", m, e / n, h / n, e / h; exit e > 1.05 * h }' || status=1
    number=$((number + 1))
done
exit $status
