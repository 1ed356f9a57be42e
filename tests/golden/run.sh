#!/bin/sh
# run.sh [BUILD]: each program with a sibling .err must be refused with exactly that text, each other one must compile. The texts
# are those of Q20.43; another build's number of integer bits is put in their place.
# UPDATE=1 writes the .err files anew.
here=$(cd "$(dirname "$0")" && pwd)
command=$(cd "${1:-$here/../../build}" && pwd)/bin/retrograd
temporary=$(mktemp -d) || exit 3
trap 'rm -rf "$temporary"' EXIT
cd "$here" || exit 3
bits=$("$command" version | sed 's/.*, Q\([0-9]*\)\..*/\1/')
failed=0
for program in *.rg; do
    expected=${program%.rg}.err
    [ -f "$expected" ] && sed "s/a Fixed: 20 integer bits/a Fixed: $bits integer bits/" "$expected" >"$temporary/expected"
    "$command" build "$program" -o "$temporary/out.elf" >/dev/null 2>"$temporary/said"
    status=$?
    if [ "${UPDATE:-0}" = 1 ] && [ "$status" = 2 ]; then
        cp "$temporary/said" "$expected"
    elif [ -f "$expected" ]; then
        if [ "$status" != 2 ] || ! cmp -s "$temporary/said" "$temporary/expected"; then
            echo "golden: $program: expected the errors of $expected"
            diff "$temporary/expected" "$temporary/said" | head -20
            failed=1
        fi
    elif [ "$status" != 0 ]; then
        echo "golden: $program: expected to compile"
        head -20 "$temporary/said"
        failed=1
    fi
done
[ "$failed" = 0 ] && echo "golden: all programs as expected"
exit "$failed"
