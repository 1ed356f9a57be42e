#!/bin/sh
# prove.sh BUILD FOLDER XLEN FRAC NAME [GATE]: proves that the circuit of gate-step is the core's
# unit. It holds at this width for every input, with ancillas back at zero. abc cec does it, or dcec,
# because cec aborts on a product. With GATE, the target and a control of that Toffoli gate are
# exchanged first. Prints one line; exit 0 proved, 1 different, 2 a tool failed.
build=$1 folder=$2 x=$3 frac=$4 name=$5 gate=$6
here=$(dirname "$0")
stem=$folder/$name-$x-$frac${gate:+-$gate}
module=rg_circuit_$(printf %s "$name" | tr . _)
gradient=0
case $name in *.grad) gradient=1 ;; esac
op=$(printf %s "${name%.grad}" | tr '[:lower:]' '[:upper:]')
mkdir -p "$folder" || exit 2

broken() {
    echo "FAILED  $name at $x bits: $1, see $stem.log"
    exit 2
}

"$build"/bin/gate-step "$x" "$frac" 5 verilog "$name" >"$stem.v" 2>"$stem.log" || broken 'no Verilog'
if [ -n "$gate" ]; then
    line=$(grep -n '^  rg_toffoli' "$stem.v" | sed -n "${gate}s/:.*//p")
    [ -n "$line" ] || broken "no Toffoli gate $gate"
    sed -i "${line}{s/control_b/other/g;s/target/control_b/g;s/other/target/g;}" "$stem.v"
fi
most=$(sed -n 's/ *input  wire \[\([0-9]*\):0\] ancilla,/\1/p' "$stem.v")
ancillas=$((${most:-0} + 1))
value=$(sed -n "s/.*RG_OP_$op = 7'h\([0-9a-f]*\);.*/\1/p" "$build"/gen/rg_isa.vh)
[ -n "$value" ] || broken "no opcode $op"

# side MODULE PARAMETERS FILES PASSES
side() {
    yosys -q -p "read_verilog -I$build/gen -DCIRCUIT=$module ${most:+-DHAS_ANCILLAS} $3 $here/unit_spec.v
        chparam -set XLEN $x -set ANCILLAS $ancillas $2 $1; hierarchy -check -top $1
        setattr -mod -unset keep_hierarchy; proc; flatten; $4; techmap; opt_clean; aigmap; opt_clean
        rename $1 top; splitnets -ports; write_blif $stem-$1.blif" >>"$stem.log" 2>&1 || broken yosys
}
side circuit '' "rtl/reversible/*.v $stem.v" opt_clean
side spec "-set FRAC $frac -set OP $((0x$value)) -set GRADIENT $gradient" \
    'rtl/alu/rg_int_alu.v rtl/alu/rg_fix_alu.v' 'opt -full' # one operation is left of all
start=$(date +%s)
yosys-abc -c "cec -T ${CEC_SECONDS:-300} $stem-circuit.blif $stem-spec.blif" >"$stem.log" 2>&1
grep -q 'Networks are\|NOT EQUIVALENT' "$stem.log" ||
    timeout "${CEC_SECONDS:-300}" yosys-abc -c "dcec $stem-circuit.blif $stem-spec.blif" >"$stem.log" 2>&1
seconds=$(($(date +%s) - start))
if grep -q 'Networks are equivalent' "$stem.log"; then
    echo "proved  $name at $x bits ($seconds s)"
elif grep -q 'NOT EQUIVALENT' "$stem.log"; then
    echo "differs $name at $x bits${gate:+, Toffoli gate $gate changed}"
    exit 1
else
    broken 'no answer'
fi
