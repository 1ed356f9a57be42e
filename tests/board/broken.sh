#!/bin/sh
# broken.sh BUILD: LUTs of the bitstream, inverted one at a time (breakable.awk), are seen by a short
# run of the tests: more than half of them. The others stand in upper bits of counters, or on ways
# that a short run does not take; their numbers are printed.
set -u
build=$1
all=$(grep -c 'broken ==' "$build/board/decompiled.v")
missed= seen=0
for lut in $(seq "$all"); do
    if RG_BOARD_PROGRAMS=${RG_BOARD_PROGRAMS:-3} timeout 600 "$build/tests/board/test_board" \
        "$build/board/bitstream" "+broken=$lut" >"$build/board/broken.log" 2>&1; then
        missed="$missed $lut"
    else
        seen=$((seen + 1))
    fi
done
echo "of $all inverted LUTs $seen are seen${missed:+, not$missed}"
[ $((2 * seen)) -gt "$all" ]
