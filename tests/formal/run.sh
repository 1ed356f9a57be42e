#!/bin/bash
# run.sh: the proofs. Usage: run.sh BUILD full|quick. Prints a table; the status is 0 when every line is as it must be.
#
#   proof   step, turn, step, turn is the identity for this group of instructions
#   cover   every situation of step_pair.v's reach bits that applies to the group exists
#   mutant  with this fault in the RTL the proof of its group fails
#
# quick leaves out the covers and proves the faults at 32 bits. XLEN and FRAC in the environment choose the width, JOBS
# the number of solvers at a time.
set -u
here=$(dirname "$0")
xlen=${XLEN:-64} frac=${FRAC:-43}
rtl="rtl/core/rg_step.v rtl/core/rg_decode.v rtl/core/rg_control.v rtl/core/rg_update.v rtl/core/rg_traps.v rtl/grad/rg_grad.v"
groups="integer fixed log memory move rotate branch call loop check system"

group_number() {
    local n=1 name
    for name in $groups; do
        [ "$name" = "$1" ] && echo $n
        n=$((n + 1))
    done
}

# The harness and the RTL files $2 for group $1 as one flat netlist in $3.
elaborate() {
    yosys -q -p "read_verilog -formal -I$build/gen -I$here $here/step_pair.v $2
        chparam -set GROUP $(group_number "$1") -set XLEN $xlen -set FRAC $frac step_pair
        hierarchy -top step_pair; proc -norom; flatten; opt -full; write_rtlil $3"
}

# The reach bits that apply to a group.
reach_bits() {
    echo 0 1 2 3 4 5
    case $1 in fixed | log | memory | check) echo 6 7 ;; esac
    case $1 in fixed | log | memory | rotate) echo 8 ;; esac
}

proof() {
    elaborate "$1" "$rtl" "$out/proof-$1.il" || return 1
    yosys -p "read_rtlil $out/proof-$1.il; sat -verify -prove-asserts -set-assumes step_pair"
}

# Not provable that the bit is always 0: there is a state in which it is 1.
cover() {
    local script="read_rtlil $out/cover-$1.il; chformal -assert -remove; chformal -assume -remove" bit
    elaborate "$1" "$rtl" "$out/cover-$1.il" || return 1
    for bit in $(reach_bits "$1"); do
        script="$script; sat -falsify -prove reach[$bit] 0 step_pair"
    done
    yosys -p "$script"
}

mutant() {
    local name group file expression changed="$out/mutant-$1.v"
    while read -r name group file expression; do
        [ "$name" = "$1" ] && break
    done <"$here/mutants.txt"
    sed -e "$expression" "$file" >"$changed" || return 1
    if cmp -s "$file" "$changed"; then
        echo "this fault no longer applies to $file"
        return 1
    fi
    elaborate "$group" "${rtl/$file/$changed}" "$out/mutant-$1.il" || return 1
    yosys -p "read_rtlil $out/mutant-$1.il; sat -falsify -prove-asserts -set-assumes step_pair"
}

# kind name: runs it, writes and prints its line of the table.
job() {
    local start=$EPOCHREALTIME state=ok
    "$1" "$2" >"$out/$1-$2.log" 2>&1 || state=FAILED
    rm -f "$out/$1-$2.il"
    printf '%-7s %-18s %2d bits  %-7s %6.1f s\n' "$1" "$2" "$xlen" $state "$(echo "$EPOCHREALTIME - $start" | bc)" |
        tee "$out/$1-$2.txt"
}

list_jobs() {
    local group name
    for group in $groups; do echo "proof $group $xlen $frac"; done
    if [ "$1" = full ]; then
        for group in $groups; do echo "cover $group $xlen $frac"; done
    else
        xlen=32 frac=16
    fi
    while read -r name _; do
        [ "${name:0:1}" = "#" ] || echo "mutant $name $xlen $frac"
    done <"$here/mutants.txt"
}

if [ "$1" = --job ]; then
    build=$2 out=$2/formal xlen=$5 frac=$6
    job "$3" "$4"
    exit 0
fi
build=$1 out=$1/formal
mkdir -p "$out"
rm -f "$out"/*.txt
list_jobs "${2:-full}" | xargs -P "${JOBS:-2}" -L 1 "$0" --job "$build"
failed=$(cat "$out"/*.txt | grep -c FAILED)
lines=$(cat "$out"/*.txt | wc -l)
expected=$(list_jobs "${2:-full}" | wc -l)
echo "formal: $((lines - failed)) of $expected as they must be; logs in $out"
[ "$failed" = 0 ] && [ "$lines" = "$expected" ]
