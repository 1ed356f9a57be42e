#!/bin/sh
# run.sh BUILD: runs every test program and script, and says at the end what failed.
build=${1:-build}
failed=""
total=0

run() {
    name=$1
    shift
    total=$((total + 1))
    printf '== %s\n' "$name"
    if ! RETROGRAD_BUILD=$build "$@"; then
        failed="$failed $name"
    fi
}

for program in "$build"/tests/unit/test_* "$build"/tests/property/test_*; do
    case $program in *.d | *.o | *.dSYM) continue ;; esac
    [ -x "$program" ] && run "${program#"$build"/tests/}" "$program"
done
for script in tests/cli/*.sh tests/golden/run.sh tests/conformance/run.sh; do
    [ -x "$script" ] && run "$script" "$script" "$build"
done

count=0
for name in $failed; do
    count=$((count + 1))
    printf 'FAILED: %s\n' "$name"
done
printf '%d passed, %d failed\n' $((total - count)) "$count"
[ "$count" -eq 0 ]
