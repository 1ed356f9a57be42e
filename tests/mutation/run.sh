#!/bin/sh
# run.sh FOLDER: the test suite against every mutant of FOLDER/mutants.txt; FOLDER/mutation.json;
# fails below 95 % of what is not equivalent.
set -eu
folder=$1
mkdir -p "$folder/results"
# Results of another netlist or of other tests do not count; those of a run that was broken off do.
for what in mutants.txt tests/mutation/killers.txt; do
    [ -f "$folder/$what" ] && what=$folder/$what
    [ "$folder/results/begun" -nt "$what" ] || rm -f "$folder"/results/*
done
[ -f "$folder/results/begun" ] || touch "$folder/results/begun"

state() { cut -d ' ' -f 2 "$folder/results/$1" 2>/dev/null || echo untried; }
# mutants STATE: those in it.
mutants() {
    for n in $(cut -d ' ' -f 1 "$folder/mutants.txt"); do
        [ "$(state "$n")" = "$1" ] && echo "$n"
    done
    true
}
each() {
    xargs -r -P "${MUTATION_JOBS:-$(nproc)}" -I {} "$@"
}

for part in short long; do
    [ "$(state 0)" = survived ] || tests/mutation/one.sh "$folder" 0 "$part"
    case $(state 0) in killed | hung)
        echo "the netlist without a mutant fails: $(cat "$folder/results/0")" >&2
        exit 1 ;;
    esac
done
mutants untried | each tests/mutation/one.sh "$folder" {} short
# What the short tests do not kill may be no fault at all; the long ones take minutes to say nothing
# of it.
mutants open | while read -r n; do [ -f "$folder/results/$n.miter.log" ] || echo "$n"; done | each tests/mutation/equivalent.sh "$folder" {}
mutants open | each tests/mutation/one.sh "$folder" {} long
tests/mutation/report.sh "$folder"
