#!/bin/sh
# gradient.sh BUILD: instructions of emitted C for each of 1,000 elements (callgrind): a routine
# beside the same by hand, and its gradient beside the routine. Fails where the routine takes more
# than three times those by hand, or the gradient more than 2.5 times the routine.
. "$(dirname "$0")/head.sh"
emit sums gradient
compile gradient gradient

none=$(count gradient nothing)
for name in dot pairs; do
    hand=$(($(count gradient "${name}_by_hand") - none)) call=$(($(count gradient "$name") - none))
    gradient=$(($(count gradient "${name}_gradient") - none))
    awk -v m=$name -v h=$hand -v c=$call -v g=$gradient 'BEGIN {
        printf "%-10s by hand %6.1f  emitted %6.1f  ratio %.2f  gradient %6.1f  ratio %.3f\n", m, h / 1000, c / 1000, c / h, g / 1000, g / c
        exit c > 3 * h || g > 2.5 * c }' || status=1
done
exit $status
