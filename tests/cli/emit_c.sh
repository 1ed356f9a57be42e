#!/bin/bash
# emit_c.sh BUILD: emitted C as a user has it. Both compilers find nothing unused in it. A branch
# that may read the element which it changes is refused (R0736), and one that surely reads another
# is not. What a condition has in common with its arms has a gradient and a tangent in the arm, and
# p and g may be parameters side by side. Nothing is touched outside arrays whose shapes an inverse
# checks last. Names of the source stay where they can. A batch runs with and without threads. The
# integrator of examples/integrator runs, with and without threads.
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

# 1 * 2 as gradient and tangent of p * g, and the assertion (15) that stops an inverse before it is outside
printf '@i function f(y!::Fixed, p::Fixed, g::Fixed)\n    y! += abs(p * g) >= 1.0 ? p * g : sin(p)\nend\n' >"$work/shared.rg"
printf '@fn outer(v::Vector{Fixed}, w::Vector{Fixed}) = map(x -> map(y -> x * y, w), v)\n' >"$work/outer.rg"
cat >"$work/main.c" <<'C'
#include <stdio.h>
#include "outer.h"
#include "shared.h"
int main(void)
{
    rg_state s = {0};
    int64_t one = rg_word(1), two = 2 * one, y = 0, yg = one, pg = 0, gg = 0, yt = 0, none = 0;
    unsigned trap = f_gradient(&s, &y, &yg, &two, &pg, &one, &gg);
    trap |= f_tangent(&s, &y, &yt, &two, &one, &one, &none);
    int64_t word[3] = {one, one, one};
    rg_array out = {.v = word, .rows = 1, .columns = 1}, v = {.v = word + 1, .rows = 1, .columns = 1}, w = v;
    v.rows = 0;
    w.rows = 2;
    out.rows = 0;
    printf("%u %g %g %g %u", trap, rg_number(pg), rg_number(gg), rg_number(yt), outer_inverse(&s, &out, &v, &w));
    out.rows = v.rows = 1;
    printf(" %u %d\n", outer_inverse(&s, &out, &v, &w), word[0] == one);
    rg_state_free(&s);
}
C
"$retrograd" build "$work/shared.rg" --emit=c -o "$work/shared.c" && "$retrograd" build "$work/outer.rg" --emit=c -o "$work/outer.c" || bad "not built"
cc -std=c17 -g -fsanitize=address,undefined -I"$work" -o "$work/main" "$work/main.c" "$work/shared.c" "$work/outer.c" -lm || bad "it does not compile"
said=$("$work/main" 2>&1)
[ "$said" = "0 1 2 1 15 15 1" ] || bad "in place of 0 1 2 1 15 15 1: $said"

# Names of the source stay where they can; a batch is the same with threads.
printf '@i function f(p!::Fixed, t!::Fixed, p_x!::Fixed, p::Fixed, rgb::Fixed)\n    p! += p_x! * rgb\n    t! += p! * p\nend\n' >"$work/names.rg"
"$retrograd" build "$work/names.rg" --emit=c -o "$work/names.c" || bad "names.rg is not built"
grep -q '^unsigned f(rg_state \*rg, int64_t \*p_, int64_t \*t_, .*v2_p_x__, const int64_t \*p, const int64_t \*v4_rgb_);' "$work/names.h" ||
    bad "other names: $(grep '^unsigned f(' "$work/names.h")"
cat >"$work/batch.c" <<'C'
#include <stdio.h>
#include "names.h"
int main(void)
{
    enum { MANY = 100 };
    static rg_state states[MANY];
    static unsigned traps[MANY];
    static int64_t y[MANY], yg[MANY], t[MANY], tg[MANY], x[MANY], xg[MANY], p[MANY], pg[MANY], b[MANY], bg[MANY];
    double sum = 0;
    for (int k = 0; k < MANY; k++) {
        x[k] = rg_word(k % 7), p[k] = rg_word(k % 5), b[k] = rg_word(k % 3);
        tg[k] = rg_word(1);
    }
    RG_BATCH(k, MANY)
    traps[k] = f_gradient(&states[k], &y[k], &yg[k], &t[k], &tg[k], &x[k], &xg[k], &p[k], &pg[k], &b[k], &bg[k]);
    for (int k = 0; k < MANY; k++)
        sum += rg_number(xg[k]) + 100 * rg_number(pg[k]) + 1e4 * traps[k] - (k % 5) * (k % 3) - 100 * (k % 7) * (k % 3);
    printf("%g\n", sum);
}
C
for threads in '' -fopenmp; do
    cc -std=c17 -O1 -Wall -Wextra -Werror $threads -o "$work/batch" "$work/batch.c" "$work/names.c" -lm && said=$("$work/batch") || bad "a batch fails $threads"
    [ "$said" = 0 ] || bad "a batch $threads says $said"
done

cp examples/integrator/integrator.c "$work"
warnings="-std=c17 -Wall -Wextra -Wunused -Werror"
"$retrograd" build examples/integrator/kdk.rg --emit=c -o "$work/kdk.c" || bad "kdk.rg is not built"
for file in tests/conformance/mixed.rg tests/conformance/types_compound.rg tests/conformance/stacks.rg tests/conformance/adjoints.rg examples/sparse.rg; do
"$retrograd" build "$file" --emit=c -o "$work/u_$(basename "$file" .rg).c" >"$work/said" 2>&1
done
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for unit in "$work/kdk.c" "$work"/u_*.c; do
        for level in -O0 -O1; do
            $compiler $warnings $level -c -o "$work/o" "$unit" 2>"$work/said" || { bad "$compiler $level warns of $unit"; head -5 "$work/said"; }
        done
    done
done
ls "$work"/u_*.c >/dev/null || bad "no program was built"
for threads in '' -fopenmp; do
    cc -std=c17 -O2 $threads -o "$work/integrator" "$work/integrator.c" "$work/kdk.c" -lm && "$work/integrator" >"$work/said" || bad "the integrator fails $threads"
    grep -q '^gradient by a velocity 0.1173008$' "$work/said" || bad "the integrator has another gradient $threads"
    [ "$(grep -c ': yes$' "$work/said")" = 5 ] || bad "the integrator says something else $threads"
done
exit $failed
