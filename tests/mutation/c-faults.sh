#!/bin/sh
# c-faults.sh BUILD [LIMIT]: puts each fault of c-faults.txt into a copy of the tree and runs tests
# until one fails.
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

# The tests nearest to a folder first.
near() {
    case $1 in
    *tiles.c) echo unit/test_tiles property/test_tiles unit/test_driver_faults ;;
    compiler/syntax/* | compiler/front/* | compiler/functional/*) echo golden unit/test_parser unit/test_lexer unit/test_check_rules unit/test_graph property/test_inverse_source ;;
    compiler/opt/*) echo golden property/test_loop_streams property/test_passes unit/test_codegen ;;
    compiler/ir/* | compiler/back/*) echo unit/test_ir unit/test_codegen golden property/test_codegen_random property/test_passes ;;
    compiler/asm/* | compiler/*) echo unit/test_asm unit/test_object unit/test_codegen golden ;;
    sim/*) echo unit/test_fast_bus unit/test_fast_control unit/test_fast_traps unit/test_wide unit/test_tangent property/test_random_run property/test_control ;;
    isa/*) echo unit/test_num unit/test_muldiv unit/test_dual property/test_unit_contract property/test_num_mpfr ;;
    *) echo unit/test_driver unit/test_values unit/test_derivatives unit/test_driver_faults cli/run ;;
    esac
}

# The rest of the quick tests, the cheapest first; what runs programs on the RTL for long is left
# out.
wide="golden conformance unit/test_driver unit/test_values unit/test_derivatives unit/test_codegen unit/test_parser_damage unit/test_firmware unit/test_core_bus
    unit/test_failures unit/test_failures_rollback unit/test_driver_faults unit/test_object unit/test_energy cli/run cli/explain property/test_functional_random
    property/test_random_step property/test_random_fast property/test_random_run property/test_keep_gradients property/test_cosim
    property/test_programs property/test_codegen_random property/test_passes property/test_loop_streams property/test_language_num property/test_functional property/test_forms unit/test_last_change
    property/test_num_mpfr fuzz-replay"

# Limits are of processor time, with one of real time for what waits: a busy host kills nothing; and
# of memory, which the sanitizers of fuzz-replay cannot have.
passes() {
    ulimit -t 100
    [ "$1" = fuzz-replay ] || ulimit -v 8000000
    case $1 in
    *tiles.c) echo unit/test_tiles property/test_tiles unit/test_driver_faults ;;
    fuzz-replay) timeout 3000 make -s fuzz-replay ;;
    golden) make -s "$build/bin/retrograd" && timeout 3000 tests/golden/run.sh "$build" ;;
    cli/*) make -s "$build/bin/retrograd" && timeout 3000 "tests/$1.sh" "$build" ;;
    conformance) make -s "$build/bin/retrograd" "$build/tests/property/test_conformance" && RETROGRAD_BUILD=$build timeout 3000 "$build/tests/property/test_conformance" '*fast' ;;
    *) make -s "$build/tests/$1" && RG_RANDOM_STEPS=5000 RETROGRAD_BUILD=$build timeout 3000 "$build/tests/$1" ;;
    esac
}

# What fails without a fault as well would seem to kill every one: each test that kills is tried
# once without a fault.
sound() {
    grep -qxF "$1" "$build/c-faults/sound" && return
    (cd "$tree" && passes "$1") >"$build/c-faults/log" 2>&1 </dev/null || { echo "$1 fails without a fault" >&2; kill $$; exit 1; }
    echo "$1" >>"$build/c-faults/sound"
}

# Results stay when the run is broken off; a fault that has its result is not tried again.
touch "$results" "$build/c-faults/sound"
tab=$(printf '\t')
done_now=0
grep -v '^#' "$list" | while IFS=$tab read -r file function old new; do
    grep -qF "$file$tab$function$tab$old$tab$new$tab" "$results" && continue
    [ "$limit" -gt 0 ] && [ "$done_now" -ge "$limit" ] && break
    done_now=$((done_now + 1))
    "$top/tests/mutation/c-fault.pl" "$file" "$function" "$old" "$new" >"$tree/$file" || { cp "$top/$file" "$tree/$file"; continue; }
    verdict=survived by=-
    for test in $(near "$file") $wide; do
        (cd "$tree" && passes "$test") >"$build/c-faults/log" 2>&1 </dev/null && continue
        verdict=killed by=$test
        # A line that the C compiler refuses says nothing of the tests and does not count.
        grep -q "$file:[0-9]*:[0-9]*: error" "$build/c-faults/log" && verdict=refused
        break
    done
    cp "$top/$file" "$tree/$file"
    [ "$verdict" = killed ] && sound "$by"
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$file" "$function" "$old" "$new" "$verdict" "$by" >>"$results"
done
awk -F '\t' '$5 == "refused" { refused++; next }
    { all++; if ($5 == "killed") killed++; else print "survived: " $1 ": " $4 }
    END { printf "%d of %d faults killed (%.1f %%); %d more are refused by the C compiler\n", killed, all, all ? 100 * killed / all : 0, refused }' "$results"
