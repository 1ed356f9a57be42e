/* sums.c: an ancilla that only collects a sum is not made: what would be added to it is added to
 * the lvalue that gets the sum, and nothing is to be uncomputed. Sums, and products of Log numbers,
 * are exact and wrap, so values and gradients stay what they were. */
#include "compiler/opt/opt_internal.h"

/* @routine v <- e; v += f ... end; place += v; ~@routine; or the same statements without the block,
 * undone by hand. */
typedef struct {
    const ir_stmt *root;
    ir_stmt *block;             /* IR_ROUTINE; NULL: none */
    const ir_stmt *begin, *end; /* what makes v: from begin to before end */
    const ir_stmt *use, *last;  /* place += v; the last statement of all */
    const ir_var *v;
} sum;

/* ---- what is read and changed ---- */

/* loops: around what is read, within the sum; the inner one first. deep: there are more of them. */
typedef struct {
    const ir_stmt *loop[3];
    bool deep;
} around; /* then NULL */

/* Can it be the lvalue itself? Not where an index is always larger or always smaller: in the sum of
 * row i over k = 1:i-1 `x[k]` is not `x[i]`. */
static bool can_be(const ir_expr *e, const ir_place *p, const around *in)
{
    const ir_stmt *const none[] = {NULL};
    const ir_expr *const pairs[2][2] = {{p->row, e->left}, {p->column, e->right}};

    for (size_t i = 0; i < 2 && !in->deep; i++)
        if (pairs[i][0] && pairs[i][1]
            && (opt_beyond(pairs[i][0], none, pairs[i][1], in->loop)
                || opt_beyond(pairs[i][1], in->loop, pairs[i][0], none)))
            return false;
    return true;
}

/* Does the value depend on what the lvalue holds? */
static bool reads_place(const ir_expr *e, const ir_place *p, const around *in)
{
    if (!e)
        return false;
    if (!p->row)
        return opt_expr_use(e, p->var) != 0;
    return (e->kind == IR_ELEM && e->var == p->var && can_be(e, p, in))
           || reads_place(e->left, p, in) || reads_place(e->right, p, in)
           || reads_place(e->third, p, in);
}

static bool is_summand(const sum *x, const ir_stmt *s, const around *in)
{
    return opt_is_sum(s) && s->place.var == x->v && !s->place.row && !opt_expr_use(s->expr, x->v)
           && !reads_place(s->expr, &x->use->place, in);
}

/* Nothing but updates of v, in loops or not, none of which reads it or the lvalue. */
static bool only_summands(const sum *x, const ir_stmt *s, const around *in)
{
    if (s->kind != IR_FOR)
        return is_summand(x, s, in);
    const around within = {{s, in->loop[0], NULL}, in->loop[1] != NULL};
    if (opt_expr_use(s->first, x->v) || opt_expr_use(s->last, x->v) || opt_expr_use(s->step, x->v)
        || reads_place(s->first, &x->use->place, in) || reads_place(s->last, &x->use->place, in)
        || reads_place(s->step, &x->use->place, in) || !s->body)
        return false;
    for (const ir_stmt *b = s->body; b; b = b->next)
        if (!only_summands(x, b, &within))
            return false;
    return true;
}

/* ---- is it one? ---- */

static bool uses(const sum *x, const ir_stmt *s) { return opt_stmt_use(x->root, s, x->v) != 0; }

/* The statements of v may stand behind the others of the block: after the first of them there are
 * only allocations of other scalars. */
static bool separable(const sum *x)
{
    const around none = {{NULL}, false};
    bool begun = false;

    for (const ir_stmt *s = x->begin; s != x->end; s = s->next) {
        if (s->kind == IR_ALLOC && s->var == x->v) {
            if (begun
                || (s->expr
                    && (reads_place(s->expr, &x->use->place, &none)
                        || opt_expr_use(s->expr, x->v))))
                return false;
            begun = true;
        } else if (uses(x, s)) {
            if (!begun || !only_summands(x, s, &none))
                return false;
        } else if (begun && s->kind != IR_ALLOC) {
            return false;
        }
    }
    return begun;
}

static bool number(const ir_var *v)
{
    return v->rank == 0 && !v->narrow
           && (v->base == RG_TYPE_FIXED || v->base == RG_TYPE_INT || v->base == RG_TYPE_LOG);
}

static bool is_use(const ir_stmt *s)
{
    return s && opt_is_sum(s) && s->expr->kind == IR_VAR && number(s->expr->var)
           && s->place.var->base == s->expr->var->base && s->place.var != s->expr->var;
}

static bool in_block(const ir_stmt *root, ir_stmt *s, sum *out)
{
    const ir_stmt *use = s->next;

    if (!is_use(use) || opt_between_halves(root, s) != use)
        return false;
    *out = (sum){root, s, s->body, NULL, use, use->next, use->expr->var};
    return true;
}

/* Statements of v, its use, and what undoes them. */
static bool by_hand(ir_module *m, const ir_stmt *root, ir_stmt *s, sum *out)
{
    if (s->kind != IR_ALLOC || s->var->rank > 0)
        return false;
    sum x = {.root = root, .begin = s, .v = s->var};
    for (x.use = s->next;
         x.use && (x.use->kind == IR_FOR || (x.use->kind == IR_UPDATE && x.use->place.var == x.v));
         x.use = x.use->next)
        if (!opt_stmt_use(root, x.use, x.v))
            return false;
    x.end = x.use;
    if (!is_use(x.use) || x.use->expr->var != x.v)
        return false;
    for (x.last = x.use->next; x.last && (x.last->kind == IR_FOR || x.last->kind == IR_UPDATE);)
        x.last = x.last->next;
    *out = x;
    return x.last && x.last->kind == IR_FREE && !x.last->erase && x.last->var == x.v
           && opt_undoes(m, s->next, x.use, x.use->next, x.last)
           && (opt_same_expr(s->expr, x.last->expr)
               || (opt_is_zero(s->expr) && opt_is_zero(x.last->expr)));
}

static bool is_sum(ir_module *m, const ir_stmt *root, ir_stmt *s, sum *out)
{
    if (!in_block(root, s, out) && !by_hand(m, root, s, out))
        return false;
    const ir_place *to = &out->use->place;
    return !opt_reads_elements(to->row, NULL) && !opt_reads_elements(to->column, NULL)
           && !opt_expr_use(to->row, out->v) && !opt_expr_use(to->column, out->v) && separable(out);
}

/* ---- the lvalue in its stead ---- */

static enum rg_mode combined(const sum *x, enum rg_mode mode)
{
    return (x->use->mode == RG_MODE_ADD) == (mode == RG_MODE_ADD) ? RG_MODE_ADD : RG_MODE_SUB;
}

static ir_stmt *added(ir_module *m, const sum *x, const ir_stmt *s)
{
    ir_stmt *copy = opt_copy_alone(m, s), **end = copy ? &copy->body : NULL;

    if (!copy)
        return NULL;
    if (s->kind == IR_FOR) {
        copy->body = NULL;
        for (const ir_stmt *b = s->body; b && !m->out_of_memory; b = b->next) {
            *end = added(m, x, b);
            if (*end)
                end = &(*end)->next;
        }
        return copy;
    }
    copy->kind = IR_UPDATE;
    copy->mode = combined(x, s->kind == IR_ALLOC ? RG_MODE_ADD : s->mode);
    copy->var = NULL;
    copy->place = x->use->place;
    copy->place.loc = s->kind == IR_ALLOC ? s->loc : s->place.loc;
    return copy;
}

/* What stands for all of it. */
static ir_stmt *without_ancilla(ir_module *m, const ir_stmt *root, const sum *x)
{
    ir_stmt *rest = NULL, *summands = NULL, **end = &rest, **last = &summands;

    for (const ir_stmt *s = x->begin; s != x->end && !m->out_of_memory; s = s->next) {
        const bool own = uses(x, s);
        if (own && s->kind == IR_ALLOC && opt_is_zero(s->expr))
            continue;
        ir_stmt ***to = own ? &last : &end;
        **to = own ? added(m, x, s) : opt_copy_alone(m, s);
        if (**to)
            *to = &(**to)->next;
    }
    if (!m->out_of_memory)
        summands = opt_with_index_check(m, root, &x->use->place, summands);
    ir_stmt *block = rest ? opt_copy_alone(m, x->block) : NULL,
            *undo = rest ? opt_copy_alone(m, x->last) : NULL;
    if (m->out_of_memory)
        return NULL;
    if (!rest)
        return summands;
    block->body = rest;
    return ir_append(ir_append(block, summands), undo);
}

static void list_of(ir_module *m, const ir_stmt *root, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        sum x;
        list_of(m, root, &(*link)->body);
        list_of(m, root, &(*link)->other);
        ir_stmt *instead = is_sum(m, root, *link, &x) ? without_ancilla(m, root, &x) : NULL;
        link = instead ? opt_put_list(link, instead, x.last->next) : &(*link)->next;
    }
}

void opt_sums(const opt_site *at) { list_of(at->m, at->routine->body, &at->routine->body); }
