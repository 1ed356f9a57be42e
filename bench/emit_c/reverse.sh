#!/bin/sh
# reverse.sh BUILD: instructions that take an event back, emitted beside hand-written handlers, with
# the same compiler and flags (callgrind). Fails where an emitted one takes more than 1.05 times those.
. "$(dirname "$0")/head.sh"
emit models reverse
compile reverse emitted
compile reverse hand -DHAND
events=2000 number=0

# What PROGRAM takes to undo the events: a run that stays where they lead is taken off.
back() {
    there=$(count "$1" $number $events stay)
    echo $(($(count "$1" $number $events) - there))
}
for model in phold queue epidemic network automaton; do
    [ "$model" = automaton ] && events=100
    "$work/emitted" $number $events | grep -qx restored && "$work/hand" $number $events | grep -qx restored
    awk -v m=$model -v e="$(back emitted)" -v h="$(back hand)" -v n=$events 'BEGIN {
        printf "%-10s emitted %8.1f  by hand %8.1f  ratio %.3f\n", m, e / n, h / n, e / h; exit e > 1.05 * h }' || status=1
    number=$((number + 1))
done
exit $status
