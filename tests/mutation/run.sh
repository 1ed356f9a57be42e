#!/bin/sh
# run.sh FOLDER: the test suite against every mutant of FOLDER/mutants.txt; FOLDER/mutation.json; fails below 95 % of what is not equivalent.
set -eu
folder=$1
mkdir -p "$folder/results"
tests/mutation/one.sh "$folder" 0
if ! grep -q survived "$folder/results/0"; then
    echo "the netlist without a mutant fails: $(cat "$folder/results/0")" >&2
    exit 1
fi
# A mutant that has its result from a run that was broken off is not run again.
[ "$folder/results/netlist" -nt "$folder/mutants.txt" ] || {
    rm -f "$folder"/results/[1-9]*
    touch "$folder/results/netlist"
}
# shellcheck disable=SC2086
for n in $(cut -d ' ' -f 1 "$folder/mutants.txt"); do [ -f "$folder/results/$n" ] || echo "$n"; done |
    xargs -P "${MUTATION_JOBS:-$(nproc)}" -I {} tests/mutation/one.sh "$folder" {}
tests/mutation/report.sh "$folder"
