#!/bin/sh
# run.sh FOLDER: the test suite against every mutant of FOLDER/mutants.txt; FOLDER/mutation.json; fails below 95 % of what is not equivalent.
set -eu
folder=$1
mkdir -p "$folder/results"
# Results of another netlist or of other tests do not count; those of a run that was broken off do.
for what in mutants.txt tests/mutation/killers.txt; do
    [ -f "$folder/$what" ] && what=$folder/$what
    [ "$folder/results/begun" -nt "$what" ] || rm -f "$folder"/results/*
done
[ -f "$folder/results/begun" ] || touch "$folder/results/begun"
[ -f "$folder/results/0" ] || tests/mutation/one.sh "$folder" 0
if ! grep -q survived "$folder/results/0"; then
    echo "the netlist without a mutant fails: $(cat "$folder/results/0")" >&2
    exit 1
fi
# shellcheck disable=SC2086
for n in $(cut -d ' ' -f 1 "$folder/mutants.txt"); do [ -f "$folder/results/$n" ] || echo "$n"; done |
    xargs -P "${MUTATION_JOBS:-$(nproc)}" -I {} tests/mutation/one.sh "$folder" {}
# What no test kills may be no fault at all.
for n in $(grep -ls survived "$folder"/results/[1-9] "$folder"/results/[1-9]*[0-9]); do [ -f "$folder/results/${n##*/}.miter.log" ] || echo "${n##*/}"; done |
    xargs -r -P "${MUTATION_JOBS:-$(nproc)}" -I {} tests/mutation/equivalent.sh "$folder" {}
tests/mutation/report.sh "$folder"
