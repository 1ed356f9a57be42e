#!/bin/sh
# run.sh [BUILD]: each program with a sibling .err must be refused with exactly that text, each other one must compile.
# UPDATE=1 writes the .err files anew.
here=$(cd "$(dirname "$0")" && pwd)
command=$(cd "${1:-$here/../../build}" && pwd)/bin/retrograd
temporary=$(mktemp -d) || exit 3
trap 'rm -rf "$temporary"' EXIT
cd "$here" || exit 3
failed=0
for program in *.rg; do
    expected=${program%.rg}.err
    "$command" build "$program" -o "$temporary/out.elf" >/dev/null 2>"$temporary/said"
    status=$?
    if [ "${UPDATE:-0}" = 1 ] && [ "$status" = 2 ]; then
        cp "$temporary/said" "$expected"
    elif [ -f "$expected" ]; then
        if [ "$status" != 2 ] || ! cmp -s "$temporary/said" "$expected"; then
            echo "golden: $program: expected the errors of $expected"
            diff "$expected" "$temporary/said" | head -20
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
