#!/bin/sh
# prove.sh FOLDER UNIT N INVERSE [VERILOG ...]: proves circuit_UNIT equal to spec_UNIT at width N
# (abc cec). Prints one line; exit 0 proved, 1 different, 2 tool failure. Other Verilog files
# replace rtl/reversible/*.v.
folder=$1 unit=$2 n=$3 inverse=$4
shift 4
[ $# -gt 0 ] || set -- rtl/reversible/*.v
here=$(dirname "$0")
stem=$folder/$unit-$n-$inverse
mkdir -p "$folder" || exit 2
for side in circuit spec; do
    yosys -q -p "read_verilog $* $here/proofs.v
        chparam -set N $n -set INVERSE $inverse ${side}_$unit; hierarchy -check -top ${side}_$unit
        setattr -mod -unset keep_hierarchy; proc; flatten; opt -full; techmap; opt; aigmap; opt_clean
        rename ${side}_$unit top; splitnets -ports; write_blif $stem-$side.blif" >"$stem-$side.log" 2>&1 || {
        printf 'FAILED  %s n=%s inverse=%s: yosys, see %s\n' "$unit" "$n" "$inverse" "$stem-$side.log"
        exit 2
    }
done
start=$(date +%s)
yosys-abc -c "cec -T ${CEC_SECONDS:-600} $stem-circuit.blif $stem-spec.blif" >"$stem.log" 2>&1
seconds=$(($(date +%s) - start))
if grep -q 'Networks are equivalent' "$stem.log"; then
    printf 'proved  %s n=%s inverse=%s (%s s)\n' "$unit" "$n" "$inverse" "$seconds"
elif grep -q 'NOT EQUIVALENT' "$stem.log"; then
    printf 'FAILED  %s n=%s inverse=%s: differs, see %s\n' "$unit" "$n" "$inverse" "$stem.log"
    exit 1
else
    printf 'FAILED  %s n=%s inverse=%s: no answer, see %s\n' "$unit" "$n" "$inverse" "$stem.log"
    exit 2
fi
