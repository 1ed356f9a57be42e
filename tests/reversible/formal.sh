#!/bin/sh
# formal.sh FOLDER [quick]: proves every reversible unit equal to its specification, both ways, and
# shows that the proofs fail on faulty cells. quick leaves out the multiplier beyond small widths.
# Exit 0 when all is as it must be.
folder=$1 quick=$2
here=$(dirname "$0")
bad=0
good=0

prove() {
    if "$here/prove.sh" "$folder" "$@"; then good=$((good + 1)); else bad=$((bad + 1)); fi
}

# refute FAULT UNIT N GATE: the proof must find a difference when the fault's cell replaces rg_GATE.
refute() {
    kept=$(ls rtl/reversible/*.v | grep -v "/rg_$4\.v$")
    # shellcheck disable=SC2086
    "$here/prove.sh" "$folder/$1" "$2" "$3" 0 $kept "$here/mutants/$1.v" >"$folder-control.log"
    if [ $? -eq 1 ]; then
        printf 'refuted %s n=%s with fault %s, as it must be\n' "$2" "$3" "$1"
        good=$((good + 1))
    else
        printf 'FAILED  %s n=%s with fault %s was not refuted\n' "$2" "$3" "$1"
        bad=$((bad + 1))
    fi
}

mkdir -p "$folder" || exit 2
for inverse in 0 1; do
    for unit in ripple_adder ripple_adder_carry lookahead_adder controlled_adder log_multiply; do
        prove $unit 64 $inverse
    done
    prove multiply_accumulate 5 $inverse
done
prove swap 64 0
prove controlled_swap 64 0
refute swapped_wires ripple_adder 64 majority
refute swapped_wires multiply_accumulate 5 majority
refute unerased_carries lookahead_adder 64 not

if [ "$quick" != quick ]; then
    for inverse in 0 1; do
        for unit in ripple_adder ripple_adder_carry lookahead_adder controlled_adder log_multiply; do
            prove $unit 32 $inverse
        done
        prove multiply_accumulate 8 $inverse
        prove multiply_rows 8 $inverse
        prove multiply_rows 32 $inverse
        prove multiply_rows 64 $inverse
        prove multiply_and_back 32 $inverse
    done
    refute swapped_wires multiply_rows 32 majority
fi
printf '%d as they must be, %d not\n' "$good" "$bad"
[ "$bad" -eq 0 ]
