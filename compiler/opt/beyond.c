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

static bool is_product(const ir_expr *e)
{
    return e->kind == IR_OP && e->op == RG_OP_MUL && e->type == RG_TYPE_INT;
}

/* k a c - k b c of the two terms is (a - b) k c, if a - b is known: columns of arrays of three and
 * more dimensions are such products. True where both terms are gone. */
static bool joined(opt_linear *sum, size_t i, size_t j)
{
    const ir_expr *a = sum->term[i], *b = sum->term[j];

    if (!is_product(a) || !is_product(b) || sum->k[i] != -sum->k[j]
        || !opt_same_expr(a->right, b->right))
        return false;
    opt_linear factor = opt_linear_of(a->left);
    opt_linear_add(&factor, b->left, -1);
    if (!factor.exact || factor.count > 0 || factor.c <= -FAR || factor.c >= FAR)
        return false;
    const int64_t k = opt_linear_take(sum, j);
    opt_linear_take(sum, i);
    opt_linear_add(sum, a->right, -k * factor.c);
    return true;
}

static void join_products(opt_linear *sum)
{
    for (size_t i = 0; i < sum->count; i++)
        for (size_t j = i + 1; j < sum->count; j++)
            if (joined(sum, i, j)) {
                join_products(sum);
                return;
            }
}

bool opt_beyond(const ir_expr *x, const ir_stmt *const *x_loops, const ir_expr *y,
                const ir_stmt *const *y_loops)
{
    opt_linear sum = {.exact = true};

    add_extreme(&sum, y, y_loops, false, 1);
    add_extreme(&sum, x, x_loops, true, -1);
    join_products(&sum);
    return sum.exact && sum.count == 0 && sum.c >= 1 && sum.c < FAR;
}
