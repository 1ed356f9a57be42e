#!/bin/sh
# broken.sh BUILD [LUT...]: LUTs of the bitstream, inverted one at a time (breakable.awk), are seen by
# a short run of the tests: at least half. The others stand in upper bits of counters, or on ways that
# a short run does not take; their numbers are printed. Without numbers every other one is tried.
set -u
build=$1
shift
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(seq 1 2 "$(grep -c 'broken ==' "$build/board/decompiled.v")")
passes() {
    RG_BOARD_PROGRAMS=${RG_BOARD_PROGRAMS:-1} timeout 600 "$build/tests/board/test_board" \
        "$build/board/bitstream" "+broken=$1" >"$build/board/broken.log" 2>&1
}
passes 0 || { echo "the tests fail with no LUT inverted"; tail -n 20 "$build/board/broken.log"; exit 1; }
missed= seen=0
for lut; do
    if passes "$lut"; then
        missed="$missed $lut"
    else
        seen=$((seen + 1))
    fi
done
echo "of $# inverted LUTs $seen are seen${missed:+, not$missed}"
[ $# -ge 4 ] && [ $((2 * seen)) -ge $# ]
