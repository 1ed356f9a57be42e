#!/bin/sh
# c.sh BUILD: runs the tests of a build with counters; prints the lines of C reached by folder, and
# the others into BUILD/../c-lines.txt.
set -eu
build=$1
find "$build/obj" -name '*.gcda' -delete
run() {
    RETROGRAD_BUILD=$build "$@" >"$build/log" 2>&1 </dev/null || { cat "$build/log"; echo "$1 failed" >&2; exit 1; }
}
# The core is covered by itself (rtl.sh); here it need not run long.
export RG_RANDOM_STEPS="${RG_RANDOM_STEPS:-20000}"
for test in "$build"/tests/unit/test_* "$build"/tests/property/test_*; do
    case $test in
    */test_conformance) run "$test" '*fast' ;; # the same C code, without the wait for the Verilated core
    *) [ -x "$test" ] && [ -f "$test" ] && run "$test" ;;
    esac
done
for script in tests/golden/run.sh tests/cli/run.sh tests/cli/explain.sh tests/cli/examples.sh tests/cli/host.sh tests/cli/kill.sh tests/cli/benchmark.sh; do
    run "$script" "$build"
done
# gcov prints "COUNT: LINE: TEXT"; a file that is compiled twice is reached where one of its objects
# is.
find "$build/obj" -name '*.gcno' ! -path '*/obj/tests/*' ! -path '*/obj/bench/*' ! -path '*/obj/examples/*' | while read -r notes; do
    gcov -t -o "${notes%/*}" "$notes" 2>/dev/null || true
done | awk -f tests/coverage/c.awk -v list="$build/../c-lines.txt" | tee "$build/../c.txt"
