#!/bin/sh
# part.sh BUILD FOLDER XLEN FRAC PART [KIND GATE]: proves a part of the step in reversible gates, for
# every input, with all ancillas back at zero. PART is cut, the step around its registers, memory
# and unit: it is rg_step. Or exchange: a register with work lines. abc cec does it. With KIND
# (toffoli, fredkin, peres) and GATE, that gate is changed first. Prints one line; exit 0 proved,
# 1 different, 2 a tool failed.
build=$1 folder=$2 x=$3 frac=$4 part=$5 kind=$6 gate=$7
here=$(dirname "$0")
stem=$folder/$part-$x-$frac${gate:+-$kind-$gate}
mkdir -p "$folder" || exit 2

broken() {
    echo "FAILED  $part at $x bits: $1, see $stem.log"
    exit 2
}

"$build"/bin/gate-step "$x" "$frac" 5 verilog "$part" >"$stem.v" 2>"$stem.log" || broken 'no Verilog'
if [ -n "$gate" ]; then
    line=$(grep -n "^  rg_$kind " "$stem.v" | sed -n "${gate}s/:.*//p")
    [ -n "$line" ] || broken "no gate $gate of this kind"
    case $kind in
    toffoli) sed -i "${line}{s/control_b/other/g;s/target/control_b/g;s/other/target/g;}" "$stem.v" ;;
    fredkin) sed -i "${line}{s/control/other/g;s/x/control/g;s/other/x/g;}" "$stem.v" ;;
    *) sed -i "${line}s/rg_peres /rg_peres_inverse /" "$stem.v" ;;
    esac
fi
most=$(sed -n 's/ *input  wire \[\([0-9]*\):0\] ancilla,/\1/p' "$stem.v")

# side MODULE PARAMETERS FILES
side() {
    yosys -q -p "read_verilog -I$build/gen $3 $here/${part}_spec.v
        chparam -set XLEN $x $2 $1; hierarchy -check -top $1
        setattr -mod -unset keep_hierarchy; proc; flatten; opt_clean; memory; opt_clean; techmap; opt_clean; aigmap; opt_clean
        rename $1 top; splitnets -ports; write_blif $stem-$1.blif" >>"$stem.log" 2>&1 || broken yosys
}
side circuit "-set ANCILLAS $((most + 1))" "rtl/reversible/*.v $stem.v"
if [ "$part" = cut ]; then
    core=$(printf 'rtl/core/rg_%s.v ' step decode update wide control traps)
    grad=$(printf 'rtl/grad/rg_%s.v ' grad ancilla tangent)
    side spec "-set FRAC $frac -set DMEM_LOG2 5" "$core $grad"
else
    side spec '' ''
fi
start=$(date +%s)
yosys-abc -c "cec -T ${CEC_SECONDS:-900} $stem-circuit.blif $stem-spec.blif" >"$stem.log" 2>&1
seconds=$(($(date +%s) - start))
if grep -q 'Networks are equivalent' "$stem.log"; then
    echo "proved  $part at $x bits ($seconds s)"
elif grep -q 'NOT EQUIVALENT' "$stem.log"; then
    echo "differs $part at $x bits${gate:+, $kind gate $gate changed}"
    exit 1
else
    broken 'no answer'
fi
