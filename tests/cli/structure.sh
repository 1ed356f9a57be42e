#!/bin/sh
# structure.sh BUILD: the energies of logic styles, recomputed by another program with all corners of
# their assumptions; words of 32 bits at their price. The core that the styles assume, and what the
# report says of its bounds.
. tests/cli/head.sh
# The core in cells is the one that was synthesised.
checked=$((checked + 1))
python3 tests/cli/core_figures.py >"$work/out" || bad "$(cat "$work/out")"
for style in 2lal s2lal scrl ecrl; do
    checked=$((checked + 1))
    "$retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad 'out!' --energy $style --json >"$work/$style.json" 2>"$work/err" ||
        { bad "$style: $(cat "$work/err")"; continue; }
    python3 tests/cli/structure.py "$work/$style.json" >"$work/out" 2>&1 || bad "$style: $(cat "$work/out")"
done
# The default view says between which values it lies, and which bound is which.
"$retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --report >"$work/out"
for text in '  assumptions: ' 'Landauer bound (instructions)' 'Landauer bound (circuit)'; do
    checked=$((checked + 1))
    grep -qF "$text" "$work/out" || bad "the report lacks \`$text\`"
done
# What is set on the command line is no assumption any more.
checked=$((checked + 1))
"$retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --energy ideal --energy-set leakage_power=0W >"$work/out"
grep -q '  assumptions: ' "$work/out" && bad "no assumption is left, yet the report has a band: $(cat "$work/out")"
# An assumption lies between its ends.
printf 'format: retrograd-technology-1\nname: "x"\nbase: 45nm\nconstants:\n  ramp_time: {value: 5, unit: ns, low: 6, high: 7, source: "x"}\n' >"$work/x.yaml"
checked=$((checked + 1))
"$retrograd" energy "$work/x.yaml" >"$work/out" 2>&1
[ $? -eq 2 ] && grep -q 'between its low and its high' "$work/out" || bad "a value outside its band: $(cat "$work/out")"
[ $failed -eq 0 ] && echo "structure: $checked checks"
exit $failed
