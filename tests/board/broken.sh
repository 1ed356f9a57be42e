#!/bin/sh
# broken.sh BUILD: each LUT of the bitstream that breakable.awk lets us invert is seen when it is
# inverted. BROKEN names some of them.
set -u
build=$1
all=$(grep -c 'broken ==' "$build/board/decompiled.v")
missed=
for lut in ${BROKEN:-$(seq "$all")}; do
    RG_BOARD_PROGRAMS=${RG_BOARD_PROGRAMS:-2} timeout 300 "$build/tests/board/test_board" "$build/board/bitstream" "+broken=$lut" \
        >"$build/board/broken.log" 2>&1 && missed="$missed $lut"
done
if [ "$all" -lt 3 ] || [ -n "$missed" ]; then
    echo "of $all inverted LUTs the tests do not see:$missed" >&2
    exit 1
fi
echo "each of $all inverted LUTs is seen"
