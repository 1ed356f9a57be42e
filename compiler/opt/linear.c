/* linear.c: sums of terms: (M - 1) - j + 1 becomes M - j. Arithmetic is modulo the word size, as
 * the machine's. */
#include "compiler/opt/linear.h"

#include "compiler/opt/opt_internal.h"

static int64_t wrapping_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static int64_t wrapping_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static void add_term(opt_linear *to, const ir_expr *e, int64_t k)
{
    for (size_t i = 0; i < to->count; i++)
        if (opt_same_expr(to->term[i], e)) {
            to->k[i] = wrapping_add(to->k[i], k);
            if (to->k[i] == 0)
                opt_linear_take(to, i);
            return;
        }
    if (to->count == OPT_TERMS) {
        to->exact = false;
        return;
    }
    to->term[to->count] = e;
    to->k[to->count++] = k;
}

int64_t opt_linear_take(opt_linear *from, size_t term)
{
    int64_t k = from->k[term];

    from->count--;
    for (size_t i = term; i < from->count; i++) {
        from->term[i] = from->term[i + 1];
        from->k[i] = from->k[i + 1];
    }
    return k;
}

bool opt_is_at_least(const ir_expr *a, const ir_expr *b_or_null, int64_t least)
{
    opt_linear sum = opt_linear_of(a);

    if (b_or_null)
        opt_linear_add(&sum, b_or_null, -1);
    return sum.exact && sum.count == 0 && sum.c >= least;
}

bool opt_differ(const ir_expr *a, const ir_expr *b)
{
    if (!a || !b)
        return false;
    opt_linear sum = opt_linear_of(a);
    opt_linear_add(&sum, b, -1);
    return sum.exact && sum.count == 0 && sum.c != 0;
}

void opt_linear_add(opt_linear *to, const ir_expr *e, int64_t factor)
{
    bool op = e->kind == IR_OP && e->type == RG_TYPE_INT; /* not the bits of a number */

    if (e->kind == IR_CONST && e->type == RG_TYPE_INT) {
        to->c = wrapping_add(to->c, wrapping_mul(factor, e->raw));
    } else if (op && (e->op == RG_OP_ADD || e->op == RG_OP_SUB)) {
        opt_linear_add(to, e->left, factor);
        opt_linear_add(to, e->right, e->op == RG_OP_ADD ? factor : wrapping_mul(factor, -1));
    } else if (op && e->op == RG_OP_MUL && e->right->kind == IR_CONST && e->right->raw != 0) {
        opt_linear_add(to, e->left, wrapping_mul(factor, e->right->raw));
    } else if (op && e->op == RG_OP_MUL && e->left->kind == IR_CONST && e->left->raw != 0) {
        opt_linear_add(to, e->right, wrapping_mul(factor, e->left->raw));
    } else {
        add_term(to, e, factor);
    }
}

opt_linear opt_linear_of(const ir_expr *e)
{
    opt_linear sum = {.exact = true};

    opt_linear_add(&sum, e, 1);
    return sum;
}

static unsigned operations(const ir_expr *e)
{
    if (!e || e->kind != IR_OP || (e->op != RG_OP_ADD && e->op != RG_OP_SUB && e->op != RG_OP_MUL))
        return 0;
    return 1 + operations(e->left) + operations(e->right);
}

static int64_t narrow(const ir_module *m, int64_t value) { return ir_word_of(m, (uint64_t)value); }

static ir_expr *term_of(ir_module *m, const ir_expr *like, const opt_linear *sum, size_t i,
                        int64_t k)
{
    ir_expr *e = (ir_expr *)(uintptr_t)sum->term[i];

    return k == 1 ? e
                  : ir_expr_op(m, like->loc, RG_OP_MUL, e, ir_whole(m, like->loc, narrow(m, k)));
}

/* Terms to be added first, then those to be subtracted, then the constant. */
static ir_expr *rebuild(ir_module *m, const ir_expr *like, const opt_linear *sum)
{
    ir_expr *e = NULL;

    for (size_t i = 0; i < sum->count; i++)
        if (sum->k[i] != -1) {
            ir_expr *part = term_of(m, like, sum, i, sum->k[i]);
            e = e ? ir_expr_op(m, like->loc, RG_OP_ADD, e, part) : part;
        }
    for (size_t i = 0; i < sum->count; i++)
        if (sum->k[i] == -1) {
            ir_expr *part = (ir_expr *)(uintptr_t)sum->term[i];
            e = ir_expr_op(m, like->loc, RG_OP_SUB, e ? e : ir_whole(m, like->loc, 0), part);
        }
    if (!e)
        return ir_whole(m, like->loc, narrow(m, sum->c));
    int64_t c = narrow(m, sum->c);
    return c == 0 ? e : ir_expr_op(m, like->loc, RG_OP_ADD, e, ir_whole(m, like->loc, c));
}

ir_expr *opt_simplify(ir_module *m, ir_expr *e)
{
    if (!e || e->kind != IR_OP || e->type != RG_TYPE_INT
        || (e->op != RG_OP_ADD && e->op != RG_OP_SUB && e->op != RG_OP_MUL))
        return e;
    opt_linear sum = opt_linear_of(e);
    if (!sum.exact)
        return e;
    ir_expr *simple = rebuild(m, e, &sum);
    return !simple || operations(simple) <= operations(e) ? simple : e;
}

ir_expr *opt_op(ir_module *m, ir_loc loc, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return opt_simplify(m,
                        ir_expr_op(m, loc, code, (ir_expr *)(uintptr_t)a, (ir_expr *)(uintptr_t)b));
}
