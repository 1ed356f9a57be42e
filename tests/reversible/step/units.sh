#!/bin/sh
# units.sh BUILD FOLDER XLEN FRAC [quick]: every function unit of one clock, in reversible gates,
# is proved equal to the unit of the core at this width, with gradients where it has them. The
# product is proved at 8 bits. The step around the units is proved equal to rg_step, and the exchange
# with a register to an index. Circuits with one gate changed must be seen to differ. quick takes one
# unit of each kind, and the step at 16 bits. Exit 0 when all is as it must be.
build=$1 folder=$2 x=$3 frac=$4 quick=$5
here=$(dirname "$0")
good=0
bad=0
units='mov add sub and or xor shl shr sar sign eq ne lt le gt ge min max abs popc floor ceil round
trunc fmov fadd fsub fmin fmax fabs itof lmul lmul2 ldiv2 lmax fmov.grad fadd.grad fsub.grad
fmin.grad fmax.grad fabs.grad lmul.grad lmul2.grad ldiv2.grad lmax.grad'
[ "$quick" = quick ] && units='add sub xor sar lt popc round fadd.grad fabs.grad ldiv2.grad'

# expect_of SCRIPT STATUS WIDTH FRAC NAME ...
expect_of() {
    script=$1 wanted=$2
    shift 2
    "$here/$script" "$build" "$folder" "$@"
    if [ $? -eq "$wanted" ]; then
        good=$((good + 1))
    else
        echo "  which is not as it must be"
        bad=$((bad + 1))
    fi
}

# expect STATUS WIDTH FRAC NAME [GATE], expect_part STATUS WIDTH FRAC PART [KIND GATE]
expect() { expect_of prove.sh "$@"; }
expect_part() { expect_of part.sh "$@"; }

# made_of_gates WIDTH FRAC NAME: nothing but gates, no fan-out, ancillas zero again.
made_of_gates() {
    stem=$folder/$3-$1-$2
    tests/reversible/synthesise.sh "$stem.json" "rg_circuit_$(echo "$3" | tr . _)" - "$stem.v" &&
        "$build"/bin/gate-checker "$stem.json" >"$stem.checked" 2>&1 && good=$((good + 1)) && return
    cat "$stem.checked"
    echo "FAILED  $3 is not made of reversible gates alone"
    bad=$((bad + 1))
}

mkdir -p "$folder" || exit 2
for name in $units; do
    expect 0 "$x" "$frac" "$name"
done
for name in add fadd.grad mul; do
    expect 0 8 4 "$name"
    made_of_gates 8 4 "$name"
done
for gate in 1 4 9; do
    expect 1 "$x" "$frac" add $gate
    expect 1 "$x" "$frac" fsub.grad $gate
    expect 1 8 4 mul $gate
done
for part in exchange cut; do
    [ "$quick" = quick ] || expect_part 0 "$x" "$frac" $part
    expect_part 0 16 10 $part
    expect_part 1 16 10 $part fredkin 9
done
expect_part 1 16 10 exchange toffoli 3
expect_part 1 16 10 cut toffoli 700
expect_part 1 16 10 cut peres 20
echo "$good as they must be, $bad not"
[ "$bad" -eq 0 ]
