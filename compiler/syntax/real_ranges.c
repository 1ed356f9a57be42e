/* real_ranges.c: a range of reals is an array, whose length stands in its text. */
#include "compiler/syntax/real_ranges.h"

#include <math.h>

#include "compiler/syntax/tree.h"

enum { MOST_ELEMENTS = 1 << 20 };

/* So far apart, of their size, two values count as one, since decimals are no binary numbers. */
static const long double SAME = 1e-15L;

typedef struct {
    bool literal, real;
    long double value;
} number;

static number number_of(const fr_expr *e)
{
    if (!e) /* no step */
        return (number){true, false, 1};
    if (e->kind == EX_UNARY && e->token == TOK_SUB) {
        const number of = number_of(e->right);
        return (number){of.literal, of.real, -of.value};
    }
    return (number){e->kind == EX_INT || e->kind == EX_REAL, e->kind == EX_REAL,
                    e->kind == EX_REAL ? e->real : (long double)e->integer};
}

/* The steps that fit: a step that ends next to the last value ends there. */
static long double steps(number first, number step, number last)
{
    const long double exact = (last.value - first.value) / step.value, near = roundl(exact);
    return fabsl(exact - near) <= SAME * (fabsl(exact) + 1) ? near : floorl(exact);
}

fr_expr *fr_real_range(fr_arena *arena, fr_expr *range)
{
    const number first = number_of(range->left), last = number_of(range->right),
                 step = number_of(range->third);
    const bool all = first.literal && last.literal && step.literal && step.value != 0;
    if (!all || !(first.real || last.real || step.real))
        return range;
    const long double n = steps(first, step, last);
    if (!(n >= 1 && n < MOST_ELEMENTS))
        return range;
    fr_expr *items[] = {range->left, range->right, fr_make_int(arena, range->span, (int64_t)n + 1)};
    const long double end = first.value + n * step.value;
    if (fabsl(end - last.value) > SAME * (fabsl(last.value) + fabsl(step.value)))
        items[1] = fr_make_real(arena, range->right->span, end);
    return fr_make_call(arena, range->span, "LinRange", 3, items);
}
