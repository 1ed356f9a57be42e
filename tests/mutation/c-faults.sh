#!/bin/sh
# c-faults.sh BUILD [LIMIT]: puts each fault of c-faults.txt into a copy of the tree and runs tests until one fails.
set -u
build=$1 limit=${2:-0}
top=$(pwd) list=tests/mutation/c-faults.txt
tree=$build/c-faults/tree results=$build/c-faults/results.txt
mkdir -p "$build/c-faults"
[ -d "$tree" ] || {
    mkdir -p "$tree"
    tar -c --exclude="./$build/mutation" --exclude="./$build/coverage" --exclude="./$build/faults" --exclude="./$build/c-faults" \
        --exclude='.git' -f - . | tar -x -C "$tree" -f -
}

# The tests nearest to a folder first, then those that run whole programs.
killers() {
    case $1 in
    compiler/front/*) echo unit/test_parser unit/test_lexer unit/test_parser_damage unit/test_check_rules unit/test_check_catalogue unit/test_graph golden conformance property/test_inverse_source ;;
    compiler/ir/* | compiler/back/*) echo unit/test_ir unit/test_codegen property/test_codegen_random conformance golden ;;
    compiler/functional/*) echo property/test_functional conformance golden ;;
    compiler/asm/* | compiler/*) echo unit/test_asm unit/test_object unit/test_codegen golden conformance ;;
    sim/*) echo unit/test_fast_bus unit/test_fast_control unit/test_fast_traps unit/test_wide unit/test_tangent property/test_cosim property/test_stream_run property/test_stream_step property/test_stream_control property/test_stream_bus ;;
    isa/*) echo unit/test_num unit/test_muldiv unit/test_dual property/test_num_mpfr property/test_cosim property/test_rtl_num ;;
    *) echo unit/test_driver unit/test_values unit/test_derivatives unit/test_failures unit/test_driver_faults unit/test_last_change conformance ;;
    esac
}

passes() {
    case $1 in
    golden) make -s "$build/bin/retrograd" && timeout 300 tests/golden/run.sh "$build" ;;
    conformance) make -s "$build/bin/retrograd" "$build/tests/property/test_conformance" && RETROGRAD_BUILD=$build timeout 600 "$build/tests/property/test_conformance" ;;
    *) [ -f "tests/$1.c" ] || [ -d "tests/property/${1#property/test_}" ] || return 0
        make -s "$build/tests/$1" && RETROGRAD_BUILD=$build timeout 300 "$build/tests/$1" ;;
    esac
}

# What fails without a fault would seem to kill every one. A run that goes on has been through this.
[ -f "$results" ] || for folder in compiler/front compiler/back compiler/functional compiler/asm sim isa host-driver; do
    for test in $(killers $folder/x); do
        (cd "$tree" && passes "$test") >"$build/c-faults/log" 2>&1 </dev/null || { echo "$test fails without a fault" >&2; exit 1; }
    done
done

# Results stay when the run is broken off; a fault that has its result is not tried again.
touch "$results"
tab=$(printf '\t')
done_now=0
grep -v '^#' "$list" | while IFS=$tab read -r file old new; do
    grep -qF "$file$tab$old$tab" "$results" && continue
    [ "$limit" -gt 0 ] && [ "$done_now" -ge "$limit" ] && break
    done_now=$((done_now + 1))
    OLD=$old NEW=$new awk '!done { line = $0; sub(/^[ \t]+/, "", line); if (line == ENVIRON["OLD"]) { sub(/[^ \t].*/, ""); $0 = $0 ENVIRON["NEW"]; done = 1 } }
        { print } END { exit !done }' "$top/$file" >"$tree/$file" || { echo "$file: no line: $old" >&2; cp "$top/$file" "$tree/$file"; continue; }
    verdict=survived by=-
    for test in $(killers "$file"); do
        (cd "$tree" && passes "$test") >"$build/c-faults/log" 2>&1 </dev/null && continue
        verdict=killed by=$test
        # A line that the C compiler refuses says nothing of the tests and does not count.
        grep -q "$file:[0-9]*:[0-9]*: error" "$build/c-faults/log" && verdict=refused
        break
    done
    cp "$top/$file" "$tree/$file"
    printf '%s\t%s\t%s\t%s\t%s\n' "$file" "$old" "$new" "$verdict" "$by" >>"$results"
done
awk -F '\t' '$4 == "refused" { refused++; next }
    { all++; if ($4 == "killed") killed++; else print "survived: " $1 ": " $3 }
    END { printf "%d of %d faults killed (%.1f %%); %d more are refused by the C compiler\n", killed, all, all ? 100 * killed / all : 0, refused }' "$results"
