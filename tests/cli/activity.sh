#!/bin/sh
# activity.sh BUILD: energies by activity: recomputed from the counts of the report and the rows of the
# table, the same on every engine, and refused where there is no table.
. tests/cli/head.sh
python=${PYTHON3:-/usr/bin/python3}

# PROGRAM AND ARGUMENTS: on fast and on rtl
same() {
    checked=$((checked + 1))
    "$retrograd" run "$@" --activity --json >"$work/fast.json" 2>"$work/err" || bad "$*: $(cat "$work/err")"
    "$python" tests/cli/activity.py energy/activity-gates.yaml "$work/fast.json" || bad "$*: not what the table says"
    "$retrograd" run "$@" --activity --json --engine rtl >"$work/rtl.json" 2>"$work/err" || bad "$*: $(cat "$work/err")"
    jq -n --slurpfile a "$work/fast.json" --slurpfile b "$work/rtl.json" \
        '$a[0].counters == $b[0].counters and $a[0].energy == $b[0].energy' | grep -q true || bad "$*: another energy on rtl"
}
same examples/norm.rg --set x=[1.0,2.0,3.0] --grad out
same examples/bessel.rg ibesselj --set v=2 --set z=1.0 --hessian out!
same examples/accumulate.rg --set x=0.25 --set one=1.0 --set n=10

# Lines are priced by what they switch, and sum to all of it.
checked=$((checked + 1))
"$retrograd" run examples/norm.rg --set x=[1.0,2.0,3.0] --grad out --activity --report --json 2>/dev/null |
    jq '([.energy.lines[].conventional_J] | add) / .energy.conventional_J - 1 | if . < 0 then -. else . end | . < 1e-9' |
    grep -q true || bad "the lines do not sum to the energy of the run"

# Without the option nothing is counted, and operations are priced by class.
checked=$((checked + 1))
"$retrograd" run examples/norm.rg --set x=[1.0,2.0,3.0] --energy 45nm-gates --json |
    jq '(.counters | has("activity") | not) and ([.energy.terms[].part] | index("operands") | not)' |
    grep -q true || bad "activity without the option"

# TEXT STATUS OPTIONS
refused() {
    checked=$((checked + 1))
    text=$1 want=$2
    shift 2
    "$retrograd" run examples/norm.rg --set x=[1.0,2.0,3.0] --activity "$@" >"$work/out" 2>&1
    status=$?
    [ $status -eq "$want" ] && grep -qF "$text" "$work/out" || bad "$text: status $status: $(cat "$work/out")"
}
refused 'R0953' 2 --energy 7nm
refused 'R0951' 2 --float

table() { # a technology with the table in broken.yaml
    printf 'format: retrograd-technology-1\nname: "x"\nbase: 45nm-gates\nactivity: {file: broken.yaml}\n' >"$work/x.yaml"
}
table
edit() { sed "$1" energy/activity-gates.yaml >"$work/broken.yaml"; }
wrong() { refused "$1" 2 --energy "$work/x.yaml"; }
edit 's/operation: mul, mode: value, direction: forward/operation: mull, mode: value, direction: forward/' && wrong 'did you mean mul'
edit '/operation: mul, mode: value, direction: forward, width: 64/d' && wrong 'the table has no row for: operation mul, mode value, direction forward, width 64'
edit 's/term: code/term: cod/' && wrong 'did you mean code'
edit 's/tangents: without/tangents: no/' && wrong 'unknown word'
edit 's/unit: fF/unit: fJ/' && wrong 'the unit must be F'
edit 's/mean: /mean: -/' && wrong 'must not be negative'
edit 's/^activity:/activities:/' && wrong 'unknown key'
edit 's/operation: mul, mode: value, direction: forward/operation: mul, mode: value, direction: backward/' && wrong 'has this operation, mode and direction already'

[ $failed -eq 0 ] && echo "activity: $checked checks"
exit $failed
