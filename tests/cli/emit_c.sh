#!/bin/bash
# emit_c.sh BUILD: emitted C as a user has it. Both compilers find nothing unused in it. A branch
# that may read the element which it changes is refused (R0736), and one that surely reads another
# is not. The integrator of examples/integrator runs, with and without threads.
. tests/cli/head.sh
failed=0
bad() {
    echo "emit_c: $*"
    failed=1
}

# branch INDEX: a routine whose branch reads that element
branch() {
    printf '@i function f(x::Vector{Fixed}, c::Int)\n    for i = 1:length(x) - 1\n        x[i] += c > 0 ? x[%s] : 0.0\n    end\nend\n' "$1" >"$work/f.rg"
    "$retrograd" build "$work/f.rg" --emit=c -o "$work/f.c" >"$work/said" 2>&1
}
for index in c 'c + i' 'i * i'; do
    branch "$index" && bad "x[$index] is not refused"
    grep -q 'f.rg:3:9: error\[R0736\]: a branch of an expression that may read the element it changes' "$work/said" || bad "x[$index] says something else"
done
for index in 'i + 1' 'i + 1 - 3' '2 * i - i - 1'; do
    branch "$index" || { bad "x[$index] is refused"; head -3 "$work/said"; }
done

cp examples/integrator/integrator.c "$work"
warnings="-std=c17 -O1 -Wall -Wextra -Wunused -Werror"
"$retrograd" build examples/integrator/kdk.rg --emit=c -o "$work/kdk.c" || bad "kdk.rg is not built"
for file in tests/conformance/mixed.rg tests/conformance/types_compound.rg tests/conformance/stacks.rg tests/conformance/adjoints.rg examples/sparse.rg; do
"$retrograd" build "$file" --emit=c -o "$work/u_$(basename "$file" .rg).c" >"$work/said" 2>&1
done
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for unit in "$work/kdk.c" "$work"/u_*.c; do
        $compiler $warnings -Wno-dangling-pointer -Wno-unknown-warning-option -c -o "$work/o" "$unit" 2>"$work/said" || { bad "$compiler warns of $unit"; head -5 "$work/said"; }
    done
done
ls "$work"/u_*.c >/dev/null || bad "no program was built"
for threads in '' -fopenmp; do
    cc -std=c17 -O2 $threads -o "$work/integrator" "$work/integrator.c" "$work/kdk.c" -lm && "$work/integrator" >"$work/said" || bad "the integrator fails $threads"
    grep -q '^gradient by a velocity 0.1173008$' "$work/said" || bad "the integrator has another gradient $threads"
    [ "$(grep -c ': yes$' "$work/said")" = 5 ] || bad "the integrator says something else $threads"
done
exit $failed
