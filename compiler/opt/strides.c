/* strides.c: strides that are variables, and what is to be tested of them. */
#include "compiler/opt/strides.h"

#include "compiler/opt/opt_internal.h"

/* A stride and the iterations of a loop are tested to be so small that their product is no larger
 * than a word: elements are at most 2^18 where words have 32 bits. In shorter words hardly any
 * would be. */
enum { LARGEST_32 = 1 << 12, LARGEST_64 = 1 << 30 };

typedef struct {
    ir_module *m;
    const ir_stmt *around;
    ir_stmt *loop; /* bounded where the test has it */
    opt_strides *strides;
    const ir_var *array; /* of the index that is looked at, and which of its extents */
    unsigned dim;
    bool good;
} search;

static ir_expr *compare(search *s, unsigned op, const ir_expr *a, const ir_expr *b)
{
    return ir_expr_op(s->m, s->loop->loc, op, (ir_expr *)(uintptr_t)a, (ir_expr *)(uintptr_t)b);
}

static void need(search *s, ir_expr *test)
{
    opt_strides *all = s->strides;

    all->test = all->test ? ir_expr_and(s->m, s->loop->loc, all->test, test) : test;
    s->good = s->good && all->test;
}

static void need_few_rounds(search *s)
{
    if (s->loop->bounded)
        return;
    s->loop->bounded = true;
    const bool down = s->loop->step && s->loop->step->raw < 0;
    const ir_expr *low = down ? s->loop->last : s->loop->first,
                  *high = down ? s->loop->first : s->loop->last;

    need(s, compare(s, RG_OP_LT, opt_op(s->m, s->loop->loc, RG_OP_SUB, high, low),
                    ir_expr_dim(s->m, s->loop->loc, s->array, s->dim)));
}

static void add(search *s, const ir_expr *stride)
{
    opt_strides *all = s->strides;
    const int64_t most = s->m->xlen == 32 ? LARGEST_32 : LARGEST_64;

    need_few_rounds(s);
    for (size_t i = 0; i < all->count; i++)
        if (opt_same_expr(all->list[i], stride))
            return;
    if (all->count == OPT_STRIDES) {
        s->good = false;
        return;
    }
    all->list[all->count++] = stride;
    all->list[all->count] = NULL;
    need(s, compare(s, RG_OP_GE, stride, ir_whole(s->m, stride->loc, 1)));
    need(s, compare(s, RG_OP_LE, stride, ir_whole(s->m, stride->loc, most)));
}

static bool is_stride(const search *s, const ir_expr *e)
{
    return e->kind != IR_CONST && opt_cannot_trap(e) && !opt_reads_elements(e, NULL)
           && opt_stays(s->around->body, s->around, e) && !opt_expr_use(e, s->around->var)
           && !opt_expr_use(e, s->loop->var);
}

static void in_index(search *s, const ir_expr *e)
{
    if (!e || !s->good || !opt_expr_use(e, s->loop->var))
        return;
    if (e->kind == IR_OP && e->op == RG_OP_MUL) {
        const bool left = opt_expr_use(e->left, s->loop->var) != 0;
        const ir_expr *other = left ? e->right : e->left;
        if (!opt_expr_use(other, s->loop->var) && is_stride(s, other))
            add(s, other);
    }
    in_index(s, e->left);
    in_index(s, e->right);
}

static void in_element(search *s, const ir_var *array, const ir_expr *row, const ir_expr *column)
{
    s->array = array;
    s->dim = 1;
    in_index(s, row);
    s->dim = 2;
    in_index(s, column);
}

static void in_expr(search *s, const ir_expr *e)
{
    if (!e || !s->good)
        return;
    if (e->kind == IR_ELEM)
        in_element(s, e->var, e->left, e->right);
    in_expr(s, e->left);
    in_expr(s, e->right);
    in_expr(s, e->third);
}

static void in_list(search *s, const ir_stmt *list)
{
    for (; list; list = list->next) {
        for (size_t i = 0; ir_expr_slot(list, i); i++)
            in_expr(s, *ir_expr_slot(list, i));
        for (size_t i = 0; ir_place_slot(list, i); i++) {
            const ir_place *p = ir_place_slot(list, i);
            if (p->var && p->row)
                in_element(s, p->var, p->row, p->column);
        }
        in_list(s, list->body);
        in_list(s, list->other);
    }
}

bool opt_add_strides(ir_module *m, const ir_stmt *around, ir_stmt *loop, opt_strides *strides)
{
    search s = {.m = m, .around = around, .loop = loop, .strides = strides, .good = true};

    if (m->xlen < 32)
        return false;
    in_list(&s, loop->body);
    return s.good && !m->out_of_memory;
}
