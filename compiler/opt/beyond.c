/* beyond.c: indices that never meet, by the ranges of the loops that they stand in. */
#include "compiler/opt/opt_internal.h"

enum { FAR = 1 << 30 };

static const ir_expr *end_of(const ir_stmt *loop, bool high)
{
    const bool down = loop->step && loop->step->kind == IR_CONST && loop->step->raw < 0;

    return high == down ? loop->first : loop->last;
}

/* sum += factor (1 or -1) times the largest or the smallest index, in terms that are the same in
 * all iterations. */
static void add_extreme(opt_linear *sum, const ir_expr *index, const ir_stmt *const *loops,
                        bool largest, int64_t factor)
{
    opt_linear l = opt_linear_of(index);
    int64_t step;

    for (size_t n = 0; loops[n]; n++) /* the ends of a loop may depend on those around it */
        for (size_t i = 0; i < l.count; i++)
            if (opt_is_var(l.term[i], loops[n]->var)) {
                const int64_t k = opt_linear_take(&l, i);
                opt_linear_add(&l, end_of(loops[n], (k > 0) == largest), k);
                sum->exact =
                    sum->exact
                    && ir_constant_step(loops[n], &step); /* else either end may be the high one */
                break;
            }
    sum->exact = sum->exact && l.exact && l.c > -FAR && l.c < FAR;
    for (size_t i = 0; i < l.count; i++) {
        opt_linear_add(sum, l.term[i], factor * l.k[i]);
        for (size_t n = 0; loops[n]; n++) /* not in a product */
            sum->exact = sum->exact && !opt_expr_use(l.term[i], loops[n]->var);
    }
    sum->c += sum->exact ? factor * l.c : 0;
}

bool opt_beyond(const ir_expr *x, const ir_stmt *const *x_loops, const ir_expr *y,
                const ir_stmt *const *y_loops)
{
    opt_linear sum = {.exact = true};

    add_extreme(&sum, y, y_loops, false, 1);
    add_extreme(&sum, x, x_loops, true, -1);
    return sum.exact && sum.count == 0 && sum.c >= 1 && sum.c < FAR;
}
