#!/bin/sh
# energy.sh BUILD: energy as a user meets it: technologies, overrides, reports, explanations, wrong
# files.
set -u
. tests/cli/head.sh
passed=0
failed=0

check() { # check NAME COMMAND...: it must succeed
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "energy: $name" >&2
        cat "$work/log" >&2
    fi
}
says() { grep -q -- "$1" "$work/out"; }
run() { "$retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 "$@" >"$work/out" 2>"$work/err"; }
refused() { # refused STATUS TEXT COMMAND...
    status=$1 text=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    [ $? -eq "$status" ] && grep -q -- "$text" "$work/err" || { cat "$work/err"; return 1; }
}

"$retrograd" energy >"$work/out"
check "the list names the technologies" says '^ice-river-logic'
for technology in $("$retrograd" energy | sed -n 's/^\([^ ][^ ]*\) .*/\1/p'); do
    check "runs with $technology" run --energy "$technology"
    "$retrograd" energy "$technology" >"$work/out"
    check "$technology shows its sources" says 'supply_voltage.*V'
done
run --energy 7nm
check "one line, without the view that is not there" says '^  energy: [-.e0-9]* J conventional, [-.e0-9]* J Landauer bound (7nm)$'
run --energy 7nm --report
check "a technology without an adiabatic view says so" says 'adiabatic CMOS *not in this technology'

run --grad 'out!' --report
check "the report has lines" says 'hottest lines'
check "and the line of the loop among them" says 'examples/bessel.rg:31'
run --grad 'out!' --report --engine rtl
check "also on rtl" says 'examples/bessel.rg:31'

run --energy-set ramp_time=5ns --energy-set operations.mul=1pJ
check "what is not from the file stands beside the energy" says '^  energy: .* bound (ramp_time=5ns, operations.mul=1pJ)$'
run --energy-set ramp_time=5ns --energy-set operations.mul=1pJ --report
check "an override is shown" says 'overridden: ramp_time = 5e-09 s (the file says 1e-08)'
check "an overridden row too" says 'overridden: operations.mul.value.any = 1e-12 J'
run --energy-set ramp_time=5ns --json
check "and in JSON" says '"overrides": \[$'
check "and nothing else is" sh -c "[ \$(grep -c '\"overridden\": true' '$work/out') -eq 1 ]"

run --grad 'out!' --json
cp "$work/out" "$work/run.json"
check "explain-energy of a report" "$retrograd" explain-energy "$work/run.json"
cp "$work/log" "$work/out"
check "sums hold" says 'terms sum to parts and totals within [0-9.]*e\(-1[0-9]\|+00\)'
check "with sources" says 'source: M. Horowitz'
check "with sensitivities" says 'leakage_power'
check "one part" "$retrograd" explain-energy "$work/run.json" dispatcher
run --grad 'out!' --explain-energy=dispatcher
check "the same by a flag" says 'gradient words written'
check "an unknown part" refused 2 'did you mean `leakage`' "$retrograd" explain-energy "$work/run.json" leakege
check "no report" refused 2 'cannot read the report' "$retrograd" explain-energy /dev/null
sed 's/"energy"/"enrgy"/' "$work/run.json" >"$work/other.json"
check "a report without energy" refused 2 'has no energy' "$retrograd" explain-energy "$work/other.json"

bad="$retrograd run examples/bessel.rg ibesselj --set z=1.0"
check "an unknown name" refused 2 'did you mean 45nm' $bad --energy 45n
check "an unknown constant" refused 2 'did you mean ramp_time' $bad --energy-set ramp_tim=5ns
check "a wrong unit" refused 2 'the unit must be s' $bad --energy-set ramp_time=5pJ
sed 's/  leakage_power:.*//' energy/45nm.yaml >"$work/short.yaml"
check "a missing constant" refused 2 'short.yaml:[0-9]*:[0-9]*: error.R0923.*leakage_power' $bad --energy "$work/short.yaml"
sed 's/unit: K, source: "room temperature"/unit: K/' energy/45nm.yaml >"$work/source.yaml"
check "a missing source" refused 2 'source.yaml:9:[0-9]*: error.R0923.*no source is given' $bad --energy "$work/source.yaml"
sed 's/operation: elem,  mode: both/operation: elem,  mode: bath/' energy/45nm.yaml >"$work/row.yaml"
check "a row of an unknown mode" refused 2 'did you mean both' $bad --energy "$work/row.yaml"
cp energy/45nm.yaml "$work/own.yaml"
check "a file of one's own" run --energy "$work/own.yaml"

# Erasing on purpose, and the assertion that nothing is erased.
cat >"$work/erase.rg" <<'END'
@i function square(t!::Fixed, x::Fixed)
    t! += x * x
end
@i function f(y!::Fixed, x::Fixed)
    t ← 0.0
    square(t, x)
    y! += exp(t)
    @erase t
end
END
for engine in fast rtl; do
    "$retrograd" run "$work/erase.rg" f --set x=1.5 --engine $engine >"$work/out"
    check "the short report says what was erased ($engine)" says '^  values erased: 64 bits'
    "$retrograd" run "$work/erase.rg" f --set x=1.5 --engine $engine --report >"$work/out" 2>"$work/err"
    check "an erasure is billed on $engine" says 'erase.rg:8: 64 bits of values erased'
    check "and nothing else ($engine)" says 'bits erased     64$'
    check "the result is there ($engine)" says 'y! = 9.487'
done
"$retrograd" run "$work/erase.rg" f --set x=1.5 --json >"$work/out"
check "its cause in JSON" says '"cause": "erased value"'
"$retrograd" run "$work/erase.rg" f --set x=0 --report >"$work/out" 2>"$work/err"
check "a zero erases nothing" says 'bits erased     0$'
check "and is not told of" sh -c "! grep -q 'values erased:' '$work/out'"
for option in --backward '--grad y!' --jacobian '--tangent x=1'; do
    check "not with $option" refused 2 'erase.rg:8:5: error.R0930' $retrograd run "$work/erase.rg" f --set x=1.5 $option
done
check "nor checked" refused 2 'R0930' $retrograd check "$work/erase.rg" f --set x=1.5
sed 's/y! += exp(t)/y! += log(x - 1.5)/; s/@erase t/@erase t\n    y! += log(x - 1.5)/' "$work/erase.rg" | sed '7d' >"$work/trap.rg"
check "a trap behind an erasure has no way back" refused 1 'R0930.*had erased values' $retrograd run "$work/trap.rg" f --set x=1.5
sed '1s/^/@assert_reversible /' "$work/erase.rg" >"$work/callee.rg"
check "an assertion about another routine" "$retrograd" run "$work/callee.rg" f --set x=1.5
sed 's/^@i function f/@assert_reversible\n@i function f/' "$work/erase.rg" >"$work/refused.rg"
check "a visible erasure is refused" refused 2 'refused.rg:9:5: error.R0330' $retrograd run "$work/refused.rg" f --set x=1.5
cat >"$work/drop.rg" <<'END'
@i function inner(y!::Fixed, x::Fixed)
    t ← 0.0
    t += sin(x)
    y! += t * x
    t -= sin(x)
    t → 0.0
end
@assert_reversible
@i function f(y!::Fixed, x::Fixed)
    inner(y!, x)
end
END
check "nothing erased by a call" "$retrograd" run "$work/drop.rg" f --set x=1.5
for level in '' -O0; do
    check "gradients dropped in a callee fail the run $level" refused 1 'drop.rg:[235]: error.R0931.*dropped gradient' \
        $retrograd run "$work/drop.rg" f --set x=1.5 --grad 'y!' $level
done
"$retrograd" build "$work/drop.rg" -o "$work/drop.elf"
check "also from an object file" refused 1 'R0931' $retrograd run "$work/drop.elf" f --set x=1.5 --grad 'y!'
check "kept gradients are not erased" $retrograd run "$work/drop.rg" f --set x=1.5 --grad 'y!' --keep-gradients
check "check finds it too" refused 1 'R0926' $retrograd check "$work/drop.rg" f --set x=1.5
check "and says how much and where" sh -c "'$retrograd' check '$work/drop.rg' f --set x=1.5 2>/dev/null | grep -q 'FAIL  the gradient of y! erases [1-9][0-9]* bits where @assert_reversible stands, first in line [235];'"
check "check with kept gradients" sh -c "'$retrograd' check '$work/drop.rg' f --set x=1.5 --keep-gradients | grep -q 'ok    the gradient of y! erases nothing where @assert_reversible stands'"
check "the inverse source keeps the assertion" sh -c "'$retrograd' build '$work/drop.rg' --emit=inverse -o - | grep -q '^@assert_reversible'"
check "an erasure has no inverse source" sh -c "! '$retrograd' build '$work/erase.rg' --emit=inverse -o '$work/inverse.rg'"

# A source says what was measured, and of what.
for name in multiplier-100mhz multiplier-20mhz multiplier-1mhz; do
    check "$name is a simulation" grep -q '^about: "simulated (SPICE) 1996' energy/$name.yaml
done
check "90 % at 1 MHz is of another family" grep -q '^about:.*another logic family' energy/multiplier-1mhz.yaml
check "25 times is of line drivers" grep -q '^about: "measured on line drivers, not on logic' energy/resonant-mac.yaml
# Conventional stands beside adiabatic at one clock: a study sets the clock of both, or asks for it.
for study in recovery erase; do
    check "$study compares at one clock" grep -q 'conventional: {value: energy.conventional_same_clock_J,' studies/$study.yaml
done

printf 'energy: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
