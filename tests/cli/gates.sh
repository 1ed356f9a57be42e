#!/bin/sh
# gates.sh BUILD [FILE ...]: the engine whose steps are reversible gates gives what fast gives, the
# whole report with its counters, on the claims of these programs; or it says what it does not have.
build=${1:-build}
[ $# -gt 0 ] && shift
report=$(mktemp -d) || exit 1
trap 'rm -rf "$report"' EXIT
sample=$*
asked=$#
[ -n "$sample" ] || sample='examples/bessel.rg examples/affine.rg examples/rfib.rg
tests/conformance/branches.rg tests/conformance/collatz.rg tests/conformance/euclid.rg
tests/conformance/calls.rg tests/conformance/traps.rg tests/conformance/perceptrons.rg'
ran=0
refused=0
fail() {
    echo "$*"
    exit 1
}
run() {
    file=$1
    engine=$2
    shift 2
    "$build"/bin/retrograd run "$file" "$@" --engine "$engine" --json >"$report/$engine" 2>&1
    status=$?
    sed -i 's/"engine": *"[a-z]*"//' "$report/$engine"
    echo "status $status" >>"$report/$engine"
}
set -f
for file in $sample; do
    grep -H '^#! run' "$file" | head -3
done >"$report/claims"
while IFS=: read -r file claim; do
    # A claim quotes as a shell does.
    eval "set -- ${claim#'#! run'}"
    run "$file" gates "$@" --no-pass=streams
    if grep -q R0934 "$report/gates"; then
        refused=$((refused + 1))
        continue
    fi
    run "$file" fast "$@" --no-pass=streams
    cmp -s "$report/fast" "$report/gates" || {
        diff "$report/fast" "$report/gates" | head -5
        fail "fast and gates differ: $file $claim"
    }
    ran=$((ran + 1))
done <"$report/claims"
echo "$ran runs are those of fast; $refused need what the circuit does not have"
[ "$ran" -ge 20 ] || [ "$asked" -gt 0 ] || fail 'that is too few'

# Bessel with its gradient, and what is refused names the instruction and its line.
run examples/bessel.rg gates ibesselj --set v=2 --set z=1 --grad 'out!'
grep -q R09 "$report/gates" && fail "$(cat "$report/gates")"
printf '@i function turned(y!::Fixed, x::Fixed)\n    ROT(y!, x, 0.5)\nend\n' >"$report/rot.rg"
"$build"/bin/retrograd run "$report/rot.rg" turned --set x=1 --engine gates >"$report/said" 2>&1 &&
    fail 'a rotation is not refused'
grep -q 'rot.rg:2:.*R0934' "$report/said" || fail "the refusal says: $(cat "$report/said")"
grep -q 'cannot do `rot`' "$report/said" || fail "the refusal says: $(cat "$report/said")"

# The Verilog of a unit is made of as many gates as the table counts, and of nothing else.
"$build"/bin/gate-step 16 10 8 table >"$report/table"
for name in add fadd.grad mul; do
    "$build"/bin/gate-step 16 10 8 verilog $name >"$report/unit.v" || fail "$name has no Verilog"
    cells=$(grep -c '^  rg_[a-z]* g[0-9]* (' "$report/unit.v")
    counted=$(awk -v name=$name '$1 == name { print $6 }' "$report/table")
    [ "$cells" = "$counted" ] || fail "the Verilog of $name has $cells cells, the table $counted"
    grep -v '^  rg_[a-z]* g[0-9]* (' "$report/unit.v" | grep '[&|^~?+]' && fail "$name is not of gates alone"
done
"$build"/bin/gate-step 16 10 8 vhdl add >/dev/null 2>&1
[ $? -eq 2 ] || fail 'an unknown format is taken'
