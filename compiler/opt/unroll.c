/* unroll.c: a loop of few iterations, whose number is known, becomes a copy of its body for each of
 * them. That is done where it tells something. A condition that knows no other loop goes. A
 * remainder `mod(i + k, n)` has a constant k. Elements of a small array become variables. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

#include "compiler/opt/small_arrays.h"

enum { MOST_STATEMENTS = 40 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    opt_small_arrays small;
    bool *few; /* by id: variables of loops of few iterations, and of no others */
} unroller;

/* ---- what a loop holds ---- */

static bool is_few(const unroller *u, const ir_stmt *loop)
{
    int64_t first;
    const int64_t n = opt_few_rounds(u->r, loop, &first);

    return n > 0 && n <= OPT_FEW_ROUNDS;
}

/* How many statements it would be; too many where something is no plain statement. */
static int64_t size_of(const unroller *u, const ir_stmt *list)
{
    int64_t sum = 0, first;

    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR && is_few(u, s))
            sum += opt_few_rounds(u->r, s, &first) * size_of(u, s->body);
        else if (opt_is_loop(s) || opt_is_block(s) || s->kind == IR_CALL)
            return MOST_STATEMENTS + 1;
        else
            sum += 1 + size_of(u, s->body) + size_of(u, s->other);
        if (sum > MOST_STATEMENTS)
            return sum;
    }
    return sum;
}

/* Does it know no variables but those of loops of few iterations, and this one? */
static bool is_told(const unroller *u, const ir_expr *e)
{
    return !e
           || (e->kind != IR_ELEM && e->kind != IR_DIM && e->kind != IR_WITHIN
               && (e->kind != IR_VAR || u->few[e->var->id]) && is_told(u, e->left)
               && is_told(u, e->right) && is_told(u, e->third));
}

static bool has_remainder(const ir_expr *e, const ir_var *v)
{
    return e
           && ((e->kind == IR_OP && (e->op == RG_OP_MOD || e->op == RG_OP_REM)
                && opt_expr_use(e->left, v))
               || has_remainder(e->left, v) || has_remainder(e->right, v)
               || has_remainder(e->third, v));
}

static bool list_tells(const unroller *u, const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_IF && opt_expr_use(s->pre, v) && is_told(u, s->pre))
            return true;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (has_remainder(*ir_expr_slot(s, i), v))
                return true;
        for (size_t i = 0; ir_place_slot(s, i); i++)
            if (has_remainder(ir_place_slot(s, i)->row, v)
                || has_remainder(ir_place_slot(s, i)->column, v))
                return true;
        if (list_tells(u, s->body, v) || list_tells(u, s->other, v))
            return true;
    }
    return false;
}

/* alone: the loop is all that the one around it does, so that together they are a nest. */
static bool is_worth(const unroller *u, const ir_stmt *loop, bool alone)
{
    return u->small.counts[loop->var->id] || (!alone && list_tells(u, loop->body, loop->var));
}

/* ---- copies ---- */

static ir_stmt *copies_of(const unroller *u, const ir_stmt *loop)
{
    ir_expr **values = calloc(u->r->var_count + 1, sizeof(ir_expr *));
    int64_t first = 0, step = 1;
    const int64_t n = opt_few_rounds(u->r, loop, &first);
    ir_stmt *list = NULL;

    u->m->out_of_memory = u->m->out_of_memory || !values || !ir_constant_step(loop, &step);
    for (int64_t t = 0; t < n && !u->m->out_of_memory; t++) {
        const opt_copier c = {.m = u->m, .values = values, .at_uses = true};
        values[loop->var->id] = ir_whole(u->m, loop->loc, first + t * step);
        ir_stmt *one = values[loop->var->id] ? opt_copy_list(&c, loop->body) : NULL;
        u->m->out_of_memory = u->m->out_of_memory || !one;
        list = ir_append(list, one);
    }
    free(values);
    return list;
}

static bool may_unroll(const unroller *u, const ir_stmt *s)
{
    int64_t first;

    return s->kind == IR_FOR && s->body && is_few(u, s)
           && !(opt_list_use(u->r->body, s->body, s->var) & OPT_WRITE)
           && opt_few_rounds(u->r, s, &first) * size_of(u, s->body) <= MOST_STATEMENTS;
}

/* looped: a loop is around the list. inside: of one that is unrolled, where all are. */
static void unroll_list(unroller *u, ir_stmt **list, bool looped, bool inside)
{
    ir_stmt **link = list;
    const bool alone = looped && *list && !(*list)->next;

    while (*link && !u->m->out_of_memory) {
        ir_stmt *s = *link;
        const bool unrolled = looped && may_unroll(u, s) && (inside || is_worth(u, s, alone));
        if (unrolled) {
            ir_stmt *copies = copies_of(u, s), *rest = s->next;
            unroll_list(u, &copies, true, true);
            link = opt_put_list(link, copies, rest);
        } else {
            unroll_list(u, &s->body, looped || opt_is_loop(s), inside);
            unroll_list(u, &s->other, looped, inside);
            link = &s->next;
        }
    }
}

/* Sets `is` of the variables of loops that are few, or that are not. */
static void note_loops(const unroller *u, const ir_stmt *list, bool few, bool is)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->var && (s->kind == IR_FOR && is_few(u, s)) == few)
            u->few[s->var->id] = is;
        note_loops(u, s->body, few, is);
        note_loops(u, s->other, few, is);
    }
}

static void unroll(unroller *u)
{
    note_loops(u, u->r->body, true, true);
    note_loops(u, u->r->body, false, false);
    if (opt_find_small_arrays(u->r, true, &u->small))
        unroll_list(u, &u->r->body, false, false);
    opt_free_small_arrays(&u->small);
    if (!u->m->out_of_memory && opt_find_small_arrays(u->r, false, &u->small))
        opt_put_scalars(&u->small);
    opt_free_small_arrays(&u->small);
}

void opt_unroll(const opt_site *at)
{
    unroller u = {.m = at->m, .r = at->routine};

    if (at->m->wide) /* its variables are no registers */
        return;
    u.few = calloc(u.r->var_count + 1, sizeof *u.few);
    u.m->out_of_memory = u.m->out_of_memory || !u.few;
    if (u.few)
        unroll(&u);
    free(u.few);
}
