#!/bin/sh
# run.sh [BUILD]: each program with a sibling .err must be refused with exactly that text, each
# other one must compile. The texts are those of Q20.43; another build's number of integer bits is
# put in their place. A program with a sibling .ir, .unf or .inverse must give that with --emit, in
# Q20.43. A program whose first line is `#! run OPTIONS` is run and must trap, in Q20.43 with that
# text. err_one_*.rg hold one mistake: one error. The file sizes.txt has the instructions of each
# program that compiles, here, in examples and in conformance. So code that is still right, but
# longer than before, is seen. UPDATE=1 writes all of these anew.
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
    options=$(sed -n '1s/^#! run *//p' "$program")
    refused=2
    if head -n 1 "$program" | grep -q '^#! run'; then
        # shellcheck disable=SC2086
        "$command" run "$program" $options >/dev/null 2>"$temporary/said"
        status=$?
        refused=1
        [ "$bits" = 20 ] || cp "$temporary/said" "$temporary/expected"
    else
        "$command" build "$program" -o "$temporary/out.elf" >/dev/null 2>"$temporary/said"
        status=$?
    fi
    case $program in
    err_one_*)
        if [ "$(grep -c ' error\[R' "$temporary/said")" != 1 ]; then
            echo "golden: $program: one mistake must give one error:"
            cat "$temporary/said"
            failed=1
        fi ;;
    esac
    if [ "${UPDATE:-0}" = 1 ] && [ "$status" = "$refused" ]; then
        cp "$temporary/said" "$expected"
    elif [ -f "$expected" ]; then
        if [ "$status" != "$refused" ] || ! cmp -s "$temporary/said" "$temporary/expected"; then
            echo "golden: $program: expected the errors of $expected"
            diff "$temporary/expected" "$temporary/said" | head -20
            failed=1
        fi
    elif [ "$status" != 0 ]; then
        echo "golden: $program: expected to compile"
        head -20 "$temporary/said"
        failed=1
    fi
    for form in ir unf inverse; do
        expected=${program%.rg}.$form
        [ -f "$expected" ] && [ "$bits" = 20 ] || continue
        "$command" build "$program" --emit=$form >"$temporary/printed" 2>&1
        [ "${UPDATE:-0}" = 1 ] && cp "$temporary/printed" "$expected"
        cmp -s "$expected" "$temporary/printed" || { echo "golden: --emit=$form of $program: expected $expected"; diff "$expected" "$temporary/printed" | head -20; failed=1; }
    done
done
# A program whose types are open is made for the arguments of its first claim, and has no size here.
if [ "$bits" = 20 ]; then
    for program in *.rg ../../examples/*.rg ../conformance/*.rg; do
        "$command" build "$program" --emit=asm 2>/dev/null | awk -v program="$program" '/^ +[a-z]/ { n++ } END { if (n) print n, program }'
    done >"$temporary/sizes"
    [ "${UPDATE:-0}" = 1 ] && cp "$temporary/sizes" sizes.txt
    cmp -s sizes.txt "$temporary/sizes" || { echo "golden: instructions of programs: expected sizes.txt"; diff sizes.txt "$temporary/sizes" | head -20; failed=1; }
fi
[ "$failed" = 0 ] && echo "golden: all programs as expected"
exit "$failed"
