#!/bin/sh
# soak.sh BUILD lockstep|programs|registers|emit_c AMOUNT FIRST_SEED: a long random run in parts; one
# that is broken off and called again goes on.
set -eu
build=$1 what=$2 amount=$3 first=$4
case $what in
lockstep) part=1000000 seeds=100000 program=$build/tests/property/test_cosim ;; # a million instructions are some 4000 programs, each with a seed
emit_c) part=600 seeds=600 program=$build/tests/property/test_emit_c ;;
programs) part=1000 seeds=1000 program=$build/tests/property/test_programs ;;
registers) part=100 seeds=100 program=$build/tests/property/test_registers ;;
esac
# Random programs in emitted C: PLAIN=1 compares at -O0 of the machine, in a third of the time.
if [ "$what" = emit_c ] && [ -z "${EMIT_CC:-}" ]; then
    if command -v tcc >/dev/null; then
        QUICK_CC_STORE=$(realpath -m "$build/soak-runtime")
        EMIT_CC=$(realpath tests/emit_c/quick_cc.sh)
        export QUICK_CC_STORE EMIT_CC
    else
        echo "soak: with tcc (./install-deps soak) this takes a tenth of the time" >&2
    fi
fi
done_file=$build/soak-$what.txt
# What an older build did does not count.
[ "$done_file" -nt "$program" ] || rm -f "$done_file"
touch "$done_file"

# Appends "SEED AMOUNT" for each part that passed.
one() {
    seed=$1 size=$2
    grep -q "^$seed $size$" "$done_file" && return 0
    case $what in
    lockstep) RG_RANDOM_STEPS=$size RG_RANDOM_WORDS=$((size / 1000)) RG_RANDOM_SEED=$seed "$program" ;;
    emit_c) "$program" ${PLAIN:+--plain} "$size" "$seed" ;;
    programs | registers) "$program" "$size" "$seed" ;;
    esac >"$build/soak-$what-$seed.log" 2>&1 || { cat "$build/soak-$what-$seed.log"; return 1; }
    rm "$build/soak-$what-$seed.log"
    echo "$seed $size" >>"$done_file"
    echo "$what from seed $seed: $size, no difference"
}

at=0
while [ "$at" -lt "$amount" ]; do
    size=$((amount - at < part ? amount - at : part))
    one $((first + at / part * seeds)) "$size"
    at=$((at + size))
done
awk -v what="$what" '{ n += $2 } END { print n, what == "lockstep" ? "instructions" : "programs", "in", NR, "parts, no difference" }' "$done_file"
