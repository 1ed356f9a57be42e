#!/bin/sh
# energy_cores.sh BUILD: a run is priced by the table that was measured on the core of its machine.
# Where there is none, the report says whose table it is. So do explain-energy, baselines and explore.
. tests/cli/head.sh
machine=$("$retrograd" run examples/norm.rg --fixed --set x=[1.0,2.0,3.0] --json 2>/dev/null | jq -r .energy.machine_core)
case $machine in CORE=*) ;; *) bad "the report says no core of the machine: $machine" ;; esac
other=CORE=multicycle
[ "$machine" != "$other" ] || other=CORE=pipelined

# NAME CORE MEAN: both tables, of all operations alike
tables() {
    {
        printf 'format: retrograd-operations-1\nname: %s\ncore: "%s"\noperations:\n' "$1" "$2"
        for width in 32 64; do
            for kind in cycle busy fetch $(sed -n 's/^RG_CLASS([A-Z]*, *[0-9]*, *"\([a-z]*\)".*/\1/p' isa/classes.def); do
                echo "  - {operation: $kind, mode: any, direction: any, width: $width, mean: $3, spread: 0, samples: 1, unit: fF, source: test}"
            done
        done
    } >"$work/operations-$1.yaml"
    sed "s/^core:.*/core: \"$2\"/" energy/activity-gates.yaml >"$work/activity-$1.yaml"
}
tables first "$other" 1000
tables own "$machine" 3000
head='format: retrograd-technology-1\nname: x\nbase: 45nm\nconstants:\n  capacitance_scale: {value: 1, unit: "1", source: test}\n'
first='operations: {file: operations-first.yaml}\nactivity: {file: activity-first.yaml}\n'
printf "$head$first" >"$work/first.yaml"
printf "$head$first"'cores:\n  - {core: "%s", operations: operations-own.yaml, activity: activity-own.yaml}\n' "$machine" >"$work/both.yaml"

run() { "$retrograd" run examples/norm.rg --fixed --set x=[1.0,2.0,3.0] --energy "$work/$1.yaml" --json >"$work/$1.json" 2>"$work/$1.err" || bad "$1: $(cat "$work/$1.err")"; }
run first
run both
is() { # WHAT FILTER
    checked=$((checked + 1))
    jq -e -n --arg machine "$machine" --arg other "$other" --slurpfile first "$work/first.json" --slurpfile both "$work/both.json" \
        "(\$first[0].energy) as \$first | (\$both[0].energy) as \$both | $2" >/dev/null || bad "$1"
}
is 'the table of another core is not told' '$first.operation_core == $other and $first.machine_core == $machine'
is 'the table of its own core is not taken' '$both.operation_core == $machine and $both.machine_core == $machine'
is 'the prices are not those of its own core' \
    '[$first, $both | .terms[] | select(.part == "clock") | .each_J] | (.[1] / .[0] - 3 | fabs) < 1e-12'
says() { # WHETHER TEXT FILE
    checked=$((checked + 1))
    grep -qF "$2" "$3"
    [ $? -eq "$1" ] || bad "$3 and '$2': $(cat "$3")"
}
said="were measured on the core $other, and this machine has $machine"
says 0 "$said" "$work/first.err"
says 1 "were measured on" "$work/both.err"
"$retrograd" explain-energy "$work/first.json" >"$work/out" 2>&1
says 0 "measured on the core $other; the machine has $machine" "$work/out"

# The default technology has energies that were measured on no core.
"$retrograd" run examples/norm.rg --fixed --set x=[1.0,2.0,3.0] --json >"$work/default.json" 2>"$work/default.err"
"$retrograd" explain-energy "$work/default.json" >"$work/out" 2>&1 || bad "explain-energy: $(cat "$work/out")"
says 0 "energy explained" "$work/out"
says 1 "measured on" "$work/out"
says 1 "measured on" "$work/default.err"

# A file that replaces a table of its base keeps its own: the base's tables of other cores are not for it.
printf "$head"'operations: {file: operations-first.yaml}\n' | sed 's/^base:.*/base: both.yaml/' >"$work/over.yaml"
printf "$head"'activity: {file: activity-first.yaml}\n' | sed 's/^base:.*/base: both.yaml/' >"$work/beside.yaml"
for name in over beside; do
    run $name
    is "$name: the table of the base is taken" \
        "$(printf '%s' "($(cat "$work/$name.json")).energy" | tr -d '\n') as \$over | \$over.operation_core == \$other and
            ([\$first, \$over | .terms[] | select(.part == \"clock\") | .each_J] | (.[1] / .[0] - 1 | fabs) < 1e-12)"
    says 0 "$said" "$work/$name.err"
done
# One that replaces none has those of its base.
printf "$head" | sed 's/^base:.*/base: both.yaml/' >"$work/above.yaml"
run above
says 1 "were measured on" "$work/above.err"

for name in first both; do
    "$retrograd" baselines examples/norm.rg --set x=[1.0,2.0,3.0] --energy "$work/$name.yaml" --json >"$work/base.json" 2>"$work/$name.err" ||
        bad "baselines: $(cat "$work/$name.err")"
    checked=$((checked + 1))
    want=$other
    [ $name = first ] || want=$machine
    [ "$(jq -r .common.energy.operation_core "$work/base.json")" = "$want" ] || bad "baselines of $name are not priced by $want"
    # and a report that is priced once more
    "$retrograd" baselines "$work/base.json" --energy "$work/both.yaml" --json 2>/dev/null | jq -e --arg m "$machine" \
        '.common.energy.operation_core == $m' >/dev/null || bad "a report of baselines is priced by another core"
done
says 0 "$said" "$work/first.err"
says 1 "were measured on" "$work/both.err"
# A report that does not say its machine is priced by the first table, and no remark names cores.
jq 'del(.machine)' "$work/base.json" >"$work/unknown.json"
"$retrograd" baselines "$work/unknown.json" --energy "$work/first.yaml" --json >"$work/again.json" 2>"$work/unknown.err" ||
    bad "baselines without a machine: $(cat "$work/unknown.err")"
says 1 "measured on" "$work/unknown.err"
checked=$((checked + 1))
jq -e --arg other "$other" '.common.energy | .operation_core == $other and .machine_core == null' "$work/again.json" >/dev/null ||
    bad "a report without a machine names the cores $(jq -c '.common.energy | [.operation_core, .machine_core]' "$work/again.json")"

# explore: two technologies, of which one is priced from the counters of the other's run.
cp examples/norm.rg "$work/norm.rg"
cat >"$work/s.yaml" <<'EOF'
name: two tables
options: [--fixed]
workloads:
  n: {program: norm.rg, arguments: {x: "= range(1, 3, 3)"}}
axes:
  table: {option: --energy, files: [first.yaml, both.yaml]}
objectives:
  energy: energy.conventional_J
EOF
checked=$((checked + 1))
(cd "$work" && "$retrograd" explore s.yaml --csv >s.csv 2>s.err) || bad "explore: $(cat "$work/s.err")"
says 0 '1 of 2 points have operations priced by the table of another core' "$work/s.err"
for name in first both; do
    checked=$((checked + 1))
    want=$(jq -r .energy.conventional_J "$work/$name.json")
    awk -F, -v name=$name.yaml -v want="$want" 'index($2, name) { found = 1; off = $4 / want - 1; if (off * off > 1e-18) wrong = 1 }
        END { exit !found || wrong }' "$work/s.csv" || bad "explore prices $name not as run does, $want: $(cat "$work/s.csv")"
done
# The tables of other cores are part of what a result is of.
sed -i 's/mean: 3000/mean: 6000/' "$work/operations-own.yaml"
(cd "$work" && "$retrograd" explore s.yaml --csv >again.csv 2>s.err) || bad "explore: $(cat "$work/s.err")"
checked=$((checked + 1))
[ "$(diff "$work/s.csv" "$work/again.csv" | grep -c '^>')" -eq 1 ] || bad "another table of the own core changes $(diff "$work/s.csv" "$work/again.csv")"

[ $failed -eq 0 ] && echo "energy_cores: $checked checks"
exit $failed
