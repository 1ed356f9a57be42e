#!/bin/sh
# rtl.sh FOLDER: runs the tests on the counting model, merges the counts and prints lines and
# toggles per file of the RTL.
set -eu
folder=$(cd "$1" && pwd)
counts=$folder/counts total=$folder/total.dat
rm -rf "$counts" && mkdir -p "$counts"
rm -f "$total"

# A machine leaves some megabytes of counts when it is closed: they are added up while the test goes
# on.
merge() {
    find "$counts" -name '*.dat' >"$folder/files"
    [ -s "$folder/files" ] || return 0
    xargs -n 1000 awk -f tests/coverage/merge.awk $([ -f "$total" ] && echo "$total") <"$folder/files" >"$total.part"
    mv "$total.part" "$total"
    xargs rm -f <"$folder/files"
}

# The lockstep is short: it is enough for the lines, and the counting model is slow.
for test in "$folder"/tests/unit/test_* "$folder"/tests/property/test_*; do
    echo "${test##*/}" >&2
    { RG_RANDOM_STEPS="${RG_RANDOM_STEPS:-5000}" RG_COVERAGE=$counts RETROGRAD_BUILD=$folder "$test" >"$folder/log" 2>&1 || touch "$folder/failed"; touch "$folder/ended"; } &
    while [ ! -f "$folder/ended" ]; do sleep 2; merge; done
    rm "$folder/ended"
    merge
    [ ! -f "$folder/failed" ] || { rm "$folder/failed"; cat "$folder/log"; exit 1; }
done
awk -f tests/coverage/points.awk "$total" >"$folder/points.txt"
awk -v list="$folder/rtl-lines.txt" -f tests/coverage/rtl.awk "$folder/points.txt" | tee "$folder/rtl.txt"
