#!/bin/sh
# systemc.sh BUILD: the TLM border of the machine holds, the virtual platform boots, and examples
# give on systemc what rtl gives.
build=${1:-build}
${MAKE:-make} -s tlm-check BUILD="$build" || exit 1
said=$(${MAKE:-make} -s platform BUILD="$build") || {
    echo "$said"
    exit 1
}
for line in 'self-test passed ' 'd = 5.000000, dd/dx = 0.600000, dd/dy = 0.800000' 'simulated time '; do
    echo "$said" | grep -q "^$line" || {
        echo "the platform does not say \`$line\`:"
        echo "$said"
        exit 1
    }
done
refused=$("$build"/bin/retrograd run examples/bessel.rg ibesselj --set v=2 --set z=1 --engine systemc --trace "$build"/no.fst 2>&1) && {
    echo "a waveform of engine systemc is not refused"
    exit 1
}
echo "$refused" | grep -q R0916 || {
    echo "the refusal says: $refused"
    exit 1
}
# Every claim of the examples: the whole report, counters included, is that of rtl.
report=$(mktemp -d) || exit 1
trap 'rm -rf "$report"' EXIT
runs=0
set -f
# shellcheck disable=SC2046 # names without spaces
grep '^#! run' $(find examples -name '*.rg') >"$report/claims"
while IFS=: read -r file claim; do
    for engine in rtl systemc; do
        # shellcheck disable=SC2086 # a list of arguments
        "$build"/bin/retrograd run "$file" ${claim#'#! run'} --engine $engine --json 2>&1 |
            sed 's/"engine": *"[a-z]*"//' >"$report/$engine"
    done
    cmp -s "$report/rtl" "$report/systemc" || {
        echo "rtl and systemc differ: $file $claim"
        exit 1
    }
    grep -q '"status"' "$report/rtl" && runs=$((runs + 1))
done <"$report/claims"
[ "$runs" -gt 10 ] || {
    echo "only $runs programs of examples/ ran"
    exit 1
}
echo "platform boots, waveforms are refused, $runs runs alike on rtl and systemc"
