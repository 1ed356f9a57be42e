#!/bin/sh
# accelergy.sh BUILD: energy reference tables and action counts of Accelergy, out and in: counts times
# energies are the energy of the run, and a table that is read again gives the same energies.
. tests/cli/head.sh
run="examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out!"
streams="examples/norm.rg --set x=[1.0,2.0,3.0] --grad out"

for technology in 45nm 7nm 45nm-gates 2lal; do
    "$retrograd" energy $technology --ert >"$work/$technology.yaml" || bad "$technology: no table"
    printf 'format: retrograd-technology-1\nname: "again"\nbase: %s\noperations: {ert: %s.yaml}\n' "$technology" "$technology" >"$work/again.yaml"
    for program in "$run" "$streams"; do
        checked=$((checked + 1))
        # shellcheck disable=SC2086
        "$retrograd" run $program --energy $technology --json >"$work/own.json"
        # shellcheck disable=SC2086
        "$retrograd" run $program --energy "$work/again.yaml" --json >"$work/again.json" 2>"$work/err" || bad "$technology: $(cat "$work/err")"
        for view in conventional_J adiabatic_J; do
            jq -n --arg v $view --slurpfile a "$work/own.json" --slurpfile b "$work/again.json" \
                '($a[0].energy[$v] // 1) as $x | ($b[0].energy[$v] // 1) as $y | (($x - $y) / $x) | if . < 0 then -. else . end | . < 1e-9' |
                grep -q true || bad "$technology: $program: $view is another one after the table was read"
        done
        if "$retrograd" energy $technology --action-counts "$work/own.json" >"$work/counts.yaml" 2>"$work/err"; then
            checked=$((checked + 1))
            "${PYTHON3:-/usr/bin/python3}" tests/cli/accelergy.py "$work/$technology.yaml" "$work/counts.yaml" "$work/own.json" || bad "$technology: $program: counts"
        else
            grep -q 'R0923' "$work/err" || bad "$technology: $(cat "$work/err")"
        fi
    done
done
[ $checked -ge 13 ] || bad "only $checked tables and counts were looked at"

refuse() { # TEXT LINE: that line in place of the first energy of multiplication is refused with TEXT
    checked=$((checked + 1))
    printf 'format: retrograd-technology-1\nname: "x"\nbase: 45nm\noperations: {ert: broken.yaml}\n' >"$work/x.yaml"
    "$retrograd" energy "$work/x.yaml" >"$work/out" 2>&1
    status=$?
    [ $status -eq 2 ] && grep -qF "$1" "$work/out" && grep -q 'broken.yaml:[0-9]*:[0-9]*' "$work/out" || bad "$1: status $status: $(cat "$work/out")"
}
edit() { sed "$1" "$work/45nm.yaml" >"$work/broken.yaml"; }
edit 's/- name: mul$/- name: mull/' && refuse 'did you mean mul?'
edit 's/retrograd.memory/retrograd.memry/' && refuse 'did you mean memory?'
edit 's/mode: gradient, direction: any, width: 64/mode: value, direction: any, width: 64/' && refuse 'covered by an action above already'
edit '/- name: mul$/,/energy/d' && refuse 'the table has no row for'
edit 's/energy: 12.4.*/energy: -1/' && refuse 'must not be negative'
edit 's/arguments: {mode: any, direction: any, width: 64}/arguments: {moods: any}/' && refuse 'unknown key'
edit 's/^ERT:/ART:/' && refuse 'unknown key'
edit 's/- name: write$/- name: read/; s/energy: 100$/energy: 7/' && refuse 'alike'
checked=$((checked + 1))
echo '{}' >"$work/none.json"
"$retrograd" energy 45nm --action-counts "$work/none.json" >"$work/out" 2>&1
[ $? -eq 2 ] && grep -q 'R0905' "$work/out" || bad "no report: $(cat "$work/out")"
[ $failed -eq 0 ] && echo "accelergy: $checked checks"
exit $failed
