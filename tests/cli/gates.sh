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
tests/conformance/calls.rg tests/conformance/traps.rg tests/conformance/perceptrons.rg
tests/conformance/bank.rg tests/conformance/exact_dot.rg tests/conformance/modes.rg'
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
# same FILE ARGUMENT ...: both engines give one report. 1: the circuit has not what it needs.
same() {
    file=$1
    shift
    run "$file" gates "$@" --no-pass=streams --no-pass=operands
    grep -q R0934 "$report/gates" && return 1
    run "$file" fast "$@" --no-pass=streams --no-pass=operands
    cmp -s "$report/fast" "$report/gates" && return 0
    diff "$report/fast" "$report/gates" | head -5
    fail "fast and gates differ: $file $*"
}
kept=0
while IFS=: read -r file claim; do
    # A claim quotes as a shell does.
    eval "set -- ${claim#'#! run'}"
    if same "$file" "$@"; then
        ran=$((ran + 1))
    else
        refused=$((refused + 1))
        continue
    fi
    case $claim in *--keep-gradients*) continue ;; *--grad*) ;; *) continue ;; esac
    same "$file" "$@" --keep-gradients || fail "kept gradients are refused: $file $claim"
    grep -q '"kept_gradients": *[1-9]' "$report/gates" && kept=$((kept + 1))
done <"$report/claims"
echo "$ran runs are those of fast; $refused need what the circuit does not have"
[ "$ran" -ge 20 ] || [ "$asked" -gt 0 ] || fail 'that is too few'
echo "$kept of them keep gradients of freed ancillas"
[ "$kept" -ge 3 ] || [ "$asked" -gt 0 ] || fail 'that is too few'

# Bessel with its gradient, and what is refused names the instruction and its line.
run examples/bessel.rg gates ibesselj --set v=2 --set z=1 --grad 'out!'
grep -q R09 "$report/gates" && fail "$(cat "$report/gates")"
# refused NAME WORDS OPTION ...: the run stops with R0934, and the message has these words.
refused() {
    name=$1 words=$2
    shift 2
    "$build"/bin/retrograd run "$report/$name.rg" "$@" --engine gates >"$report/said" 2>&1 &&
        fail "$name is not refused"
    grep R0934 "$report/said" | grep -q -e "$words" || fail "the refusal says: $(cat "$report/said")"
}
printf '@i function sum(y!::Fixed, x::Vector{Fixed})\n    for i = 1:length(x)\n        y! += x[i] * x[i]\n    end\nend\n' >"$report/sum.rg"
refused sum 'compile with --no-pass=streams --no-pass=operands' sum --set 'x=[1,2,3,4,5,6,7,8,9]'
grep -q 'sum.rg:[23]:' "$report/said" || fail "the refusal has no line: $(cat "$report/said")"
printf '@i function half(y!::Fixed, x::Fixed)\n    y! += x * 0.5\nend\n' >"$report/half.rg"
refused half 'tangents.*--grad' half --set x=1 --tangent x=1

# The counts in the page are those of the tool: Toffoli, Fredkin and Peres gates, and ancillas at 64 bits.
page=docs/development/reversible-step.md
for format in '16 10' '32 16' '64 43'; do
    # shellcheck disable=SC2086
    "$build"/bin/gate-step $format 8 table >"$report/table-${format% *}"
done
count() {
    awk -v name="$2" -v column="$3" '$1 == name { print (column == "ancillas") ? $9 : $4 + $5 + $6 }' "$report/table-$1"
}
counted=0
for name in step $(sed -n '/^| net |/,/^$/s/^| `\([a-z0-9]*\)`.*/\1/p' "$page"); do
    for gradients in '' .grad; do
        label="\`$name\`${gradients:+ with gradients}"
        [ "$name$gradients" = step ] && label='the step without a unit'
        grep -q "^| $label |" "$page" || continue
        row="$(count 16 "$name$gradients") | $(count 32 "$name$gradients") | $(count 64 "$name$gradients")"
        row="$row | $(count 64 "$name$gradients" ancillas)"
        counted=$((counted + 1))
        sed -n "s/^| $label |//p" "$page" | tr -d , | grep -q -x " $row |" ||
            fail "the page has another row than | $label | $row |"
    done
done
[ "$counted" -ge 12 ] || fail "the page has $counted rows of counts"
sed -n '/gate-step 16 10 8 table$/,/^\.\.\.$/p' "$page" | sed '1d;$d' >"$report/shown"
[ "$(wc -l <"$report/shown")" -ge 6 ] || fail 'the page shows no table'
head -"$(wc -l <"$report/shown")" "$report/table-16" | diff - "$report/shown" >"$report/said" ||
    fail "the page shows another table: $(cat "$report/said")"

# The Verilog of a unit is made of as many gates as the table counts, and of nothing else.
for name in add fadd.grad mul; do
    "$build"/bin/gate-step 16 10 8 verilog $name >"$report/unit.v" || fail "$name has no Verilog"
    cells=$(grep -c '^  rg_[a-z_]* g[0-9]* (' "$report/unit.v")
    counted=$(awk -v name=$name '$1 == name { print $7 }' "$report/table-16")
    [ "$cells" = "$counted" ] || fail "the Verilog of $name has $cells cells, the table $counted"
    grep -v '^  rg_[a-z_]* g[0-9]* (' "$report/unit.v" | grep '[&|^~?+]' && fail "$name is not of gates alone"
done
"$build"/bin/gate-step 16 10 8 vhdl add >/dev/null 2>&1
[ $? -eq 2 ] || fail 'an unknown format is taken'
