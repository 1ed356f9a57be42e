#!/bin/sh
# run.sh BUILD: runs every test program, script and check, and says at the end what failed.
build=${1:-build}
failed=$(mktemp)
trap 'rm -f "$failed"' EXIT
total=0

run() {
    name=$1
    shift
    total=$((total + 1))
    printf '== %s\n' "$name"
    RETROGRAD_BUILD=$build "$@" || echo "$name" >>"$failed"
}

for program in "$build"/tests/unit/test_* "$build"/tests/property/test_*; do
    [ -f "$program" ] && [ -x "$program" ] && run "${program#"$build"/tests/}" "$program"
done
[ -x "$build/multicycle/tests/cosim" ] && run "multicycle lockstep" "$build/multicycle/tests/cosim"
for script in tests/cli/*.sh tests/golden/run.sh; do
    [ -x "$script" ] && run "$script" "$script" "$build"
done
for target in lint docs-check fuzz-replay gates-test formal-quick; do
    run "make $target" ${MAKE:-make} "$target" BUILD="$build"
done

count=$(wc -l <"$failed")
sed 's/^/FAILED: /' "$failed"
printf '%d passed, %d failed\n' $((total - count)) "$count"
[ "$count" -eq 0 ]
