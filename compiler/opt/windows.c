/* windows.c: a part of an array whose elements follow each other, moved into an array of its own and back, stays where it is: the two words
 * before it are put aside and hold its extents meanwhile. Not where something uses the array between, for they may be words of it. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

/* A loop that exchanges each element of `part` with one of `from`. */
typedef struct { const ir_place *from; const ir_var *counter; } move;

static bool is_const(const ir_expr *e, int64_t value) { return e && e->kind == IR_CONST && e->raw == value; }

static bool is_length(const ir_expr *e, const ir_var *array) { return e && e->kind == IR_DIM && e->var == array && e->raw == 1; }

static bool is_counter(const ir_expr *e, const ir_var *v) { return e && e->kind == IR_VAR && e->var == v; }

static bool covers(const ir_stmt *s, const ir_stmt *alloc)
{
    const bool up = !s->step || is_const(s->step, 1);
    const ir_expr *low = up ? s->first : s->last, *high = up ? s->last : s->first;

    return (up || is_const(s->step, -1)) && is_const(low, 1) && (is_length(high, alloc->var) || opt_same_expr(high, alloc->first));
}

static bool is_move(const ir_stmt *s, const ir_stmt *alloc, move *out)
{
    const ir_var *part = alloc->var;

    if (!s || s->kind != IR_FOR || !covers(s, alloc) || !s->body || s->body->next || s->body->kind != IR_SWAP)
        return false;
    const ir_place *a = &s->body->place, *b = &s->body->place2;
    if (a->var != part || !is_counter(a->row, s->var) || b->var == part || b->var->rank == 0 || !b->row)
        return false;
    *out = (move){b, s->var};
    return true;
}

/* ---- where the part begins ---- */

/* Whole numbers made of variables and extents: nothing that traps, nothing that is in memory. */
static bool is_plain(const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM || e->kind == IR_SELECT || e->kind == IR_AND || e->kind == IR_OR)
        return false;
    return opt_cannot_trap(e) && is_plain(e->left) && is_plain(e->right);
}

/* The index of the first element where the rows follow each other as the counter does; NULL: they do not. */
static ir_expr *first_row(ir_module *m, const ir_routine *r, const move *mv)
{
    opt_linear sum = opt_linear_of(mv->from->row);
    const ir_var **vars = calloc(r->var_count + 1, sizeof *vars);
    ir_expr **values = calloc(r->var_count + 1, sizeof *values), *first = NULL;
    bool once = false, other = false;

    for (size_t i = 0; sum.exact && i < sum.count; i++) {
        const bool own = is_counter(sum.term[i], mv->counter);
        once = once || (own && sum.k[i] == 1);
        other = other || (own ? sum.k[i] != 1 : (opt_expr_use(sum.term[i], mv->counter) != 0));
    }
    if (vars && values && sum.exact && once && !other && is_plain(mv->from->row)) {
        for (size_t v = 0; v < r->var_count; v++)
            vars[v] = r->vars[v];
        values[mv->counter->id] = ir_expr_const(m, mv->from->loc, RG_TYPE_INT, 1);
        opt_copier c = {.m = m, .vars = vars, .values = values};
        first = values[mv->counter->id] ? opt_copy_expr(&c, mv->from->row) : NULL;
        first = first ? opt_simplify(m, first) : NULL;
    }
    if (!vars || !values)
        m->out_of_memory = true;
    free(vars);
    free(values);
    return first;
}

/* ---- what happens meanwhile ---- */

static bool stays_same(const ir_stmt *root, const ir_stmt *one, const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_VAR && opt_stmt_use(root, one, e->var) & OPT_WRITE)
        return false;
    if (e->kind == IR_DIM && opt_resizes(root, one, e->var))
        return false;
    return stays_same(root, one, e->left) && stays_same(root, one, e->right) && stays_same(root, one, e->third);
}

/* The statement by itself, for what looks at lists. */
static bool leaves_alone(const ir_stmt *root, const ir_stmt *s, const ir_place *from, const ir_expr *rows)
{
    ir_stmt one = *s;

    one.next = NULL;
    return opt_stmt_use(root, s, from->var) == 0 && stays_same(root, &one, from->row) && stays_same(root, &one, from->column) && stays_same(root, &one, rows);
}

static bool same_range(const ir_place *a, const ir_place *b) { return a->var == b->var && a->inbounds == b->inbounds && opt_same_expr(a->column, b->column); }

/* The loop that moves everything back, right before the array is freed; NULL: none, or something is in the way. */
static ir_stmt *way_back(ir_module *m, const ir_routine *r, const ir_stmt *alloc, const move *there, const ir_expr *first)
{
    const ir_stmt *loop = alloc->next;
    move back;

    for (ir_stmt *s = loop->next; s; s = s->next) {
        if (s->next && s->next->kind == IR_FREE_ARRAY && s->next->var == alloc->var) {
            if (!is_move(s, alloc, &back) || !same_range(there->from, back.from))
                return NULL;
            const ir_expr *again = first_row(m, r, &back);
            return again && opt_same_expr(first, again) ? s : NULL;
        }
        if (!leaves_alone(r->body, s, there->from, alloc->first))
            return NULL;
    }
    return NULL;
}

static bool is_column(const ir_stmt *alloc, const move *mv, const ir_expr *first)
{
    return is_const(first, 1) && is_length(alloc->first, mv->from->var) && mv->from->column && is_plain(mv->from->column)
        && opt_expr_use(mv->from->column, mv->counter) == 0;
}

static void put_in_place(ir_module *m, const ir_routine *r, ir_stmt *alloc)
{
    move mv;

    if (alloc->kind != IR_ALLOC_ARRAY || alloc->stack || alloc->place.var || alloc->var->rank != 1 || !is_move(alloc->next, alloc, &mv)
        || mv.from->var->base != alloc->var->base || !is_plain(alloc->first))
        return;
    ir_expr *first = first_row(m, r, &mv);
    if (!first || (mv.from->column ? !is_column(alloc, &mv, first) : mv.from->var->rank != 1))
        return;
    ir_stmt *back = way_back(m, r, alloc, &mv, first);
    if (!back)
        return;
    ir_stmt *end = back->next, *before = alloc;
    const ir_place place = {.var = mv.from->var, .row = first, .column = mv.from->column, .inbounds = mv.from->inbounds, .loc = mv.from->loc};
    while (before->next != back)
        before = before->next;
    before->next = end;
    alloc->next = alloc->next->next;
    alloc->place = end->place = place;
}

/* The last allocation first: of two parts of one array in one call it is the inner one that can stay. */
static void in_list(ir_module *m, const ir_routine *r, ir_stmt *list)
{
    size_t count = 0;

    for (ir_stmt *s = list; s; s = s->next) {
        in_list(m, r, s->body);
        in_list(m, r, s->other);
        count += s->kind == IR_ALLOC_ARRAY;
    }
    ir_stmt **all = count ? calloc(count, sizeof *all) : NULL;
    if (count && !all)
        m->out_of_memory = true;
    count = 0;
    for (ir_stmt *s = list; s && all; s = s->next)
        if (s->kind == IR_ALLOC_ARRAY)
            all[count++] = s;
    while (count > 0 && all && !m->out_of_memory)
        put_in_place(m, r, all[--count]);
    free(all);
}

void opt_windows(ir_module *m, ir_routine *r) { in_list(m, r, r->body); }
