#!/bin/sh
# baselines.sh BUILD: `retrograd baselines` as a user runs it, and over the programs of conformance
# and examples: energies recomputed, totals that add up, no machine that does more than it can need.
. tests/cli/head.sh
bessel="examples/bessel.rg ibesselj --set v=2 --set z=1.0"
# shellcheck disable=SC2086
"$retrograd" baselines $bessel --grad 'out!' >"$work/out" 2>"$work/err" || bad "$(cat "$work/err")"
for text in 'overwriting' 'tape' 'checkpoints: 4 states, 32 stretches' 'Each result that it writes erases a word.'; do
    checked=$((checked + 1))
    grep -qF "$text" "$work/out" || bad "the report lacks \`$text\`"
done

# A report is priced again as the program would be: to the byte.
# shellcheck disable=SC2086
"$retrograd" baselines $bessel --grad 'out!' --json >"$work/45nm.json"
# shellcheck disable=SC2086
"$retrograd" baselines $bessel --grad 'out!' --energy 2lal --energy-set ramp_time=3ns --json >"$work/ran.json"
"$retrograd" baselines "$work/45nm.json" --energy 2lal --energy-set ramp_time=3ns --json >"$work/priced.json"
checked=$((checked + 1))
cmp -s "$work/ran.json" "$work/priced.json" || bad "a report that is priced again differs from a run"

# What undoes is not needed: the same program that leaves its ancillas behind needs the same.
cat >"$work/both.rg" <<'END'
@i function tidy(y!::Fixed, x::Vector{Fixed})
    s ← 0.0
    for i = 1:length(x)
        s += x[i] * x[i]
    end
    y! += sin(s)
    for i = 1:length(x)
        s -= x[i] * x[i]
    end
    s → 0.0
end
@i function untidy(y!::Fixed, s!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)
        s! += x[i] * x[i]
    end
    y! += sin(s!)
end
END
for level in '' -O0; do
    for routine in tidy untidy; do
        # shellcheck disable=SC2086
        "$retrograd" baselines "$work/both.rg" $routine --set x=[0.5,0.25,0.75] $level --json >"$work/$routine.json"
    done
    for class in mul elem loop; do
        checked=$((checked + 1))
        one=$(jq ".machines.irreversible.counters.by_mode.value.forward.$class" "$work/tidy.json")
        other=$(jq ".machines.irreversible.counters.by_mode.value.forward.$class" "$work/untidy.json")
        [ "$one" = "$other" ] || bad "$class: $one with what undoes it $level, $other without"
    done
done

refuse() { # TEXT WORDS...: status 2, with that text
    text=$1
    shift
    checked=$((checked + 1))
    "$retrograd" baselines "$@" >"$work/out" 2>&1
    status=$?
    [ $status -eq 2 ] && grep -qF -- "$text" "$work/out" || bad "$*: status $status: $(cat "$work/out")"
}
echo '{"machines": 3}' >"$work/none.json"
echo '{' >"$work/broken.json"
refuse 'is no report of' "$work/none.json"
refuse "or '}' expected" "$work/broken.json"
refuse 'does not run again' "$work/45nm.json" --grad 'out!'
refuse 'go with --grad' examples/bessel.rg ibesselj --checkpoints 3
refuse 'R0930' tests/conformance/erase.rg one --set x=0.5
refuse 'R0907' examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad nothing

checked=$((checked + 1))
python3 tests/cli/baselines.py "$retrograd" "$work" || failed=1
[ $failed -eq 0 ] && echo "baselines: $checked checks"
exit $failed
