/* repeated_checks.c: loops that stand one behind the other and go through the same iterations, as
 * fission and expansion leave them, check an index of an array once more for each of them. The
 * first check is enough, and the last one, which is the first where the program is undone. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_LOOPS = 32 };

/* Loops around one update each, one behind the other. */
typedef struct {
    ir_module *m;
    ir_stmt *loop[MOST_LOOPS], *update[MOST_LOOPS];
    size_t count;
} row_of_loops;

static bool same_loop(const ir_stmt *a, const ir_stmt *b)
{
    return a->kind == IR_FOR && b->kind == IR_FOR && a->var == b->var
           && opt_same_expr(a->first, b->first) && opt_same_expr(a->last, b->last)
           && opt_same_expr(a->step, b->step);
}

static bool same_iterations(const ir_stmt *a, const ir_stmt *b)
{
    for (; a->kind == IR_FOR && b->kind == IR_FOR; a = a->body, b = b->body)
        if (!same_loop(a, b))
            return false;
    return a->kind == b->kind;
}

/* The update of an element that is all that the loops do, or NULL. What it changes is in no index
 * that is compared. */
static ir_stmt *update_in(ir_stmt *s)
{
    for (; s && s->kind == IR_FOR; s = s->body)
        if (!s->body || s->body->next)
            return NULL;
    return s && opt_is_sum(s) && s->place.row ? s : NULL;
}

/* ---- accesses ---- */

typedef struct {
    const ir_var *array;
    const ir_expr *row, *column;
} access;

static bool has_plain_index(const access *a)
{
    return !opt_reads_elements(a->row, NULL) && !opt_reads_elements(a->column, NULL);
}

static bool is_access(const access *a, const ir_var *array, const ir_expr *row,
                      const ir_expr *column, bool inbounds)
{
    return !inbounds && array == a->array && opt_same_expr(row, a->row)
           && opt_same_expr(column, a->column);
}

static bool checks_in(const ir_expr *e, const access *a)
{
    return e
           && ((e->kind == IR_ELEM && is_access(a, e->var, e->left, e->right, e->inbounds))
               || checks_in(e->left, a) || checks_in(e->right, a) || checks_in(e->third, a));
}

/* Does every run of the update check this access? What is evaluated in one case only does not. */
static bool checks(const ir_stmt *u, const access *a)
{
    const ir_expr *e = u->expr;

    return is_access(a, u->place.var, u->place.row, u->place.column, u->place.inbounds)
           || (e->kind != IR_SELECT && e->kind != IR_AND && e->kind != IR_OR && checks_in(e, a));
}

static bool is_checked_around(const row_of_loops *l, size_t at, const access *a)
{
    bool before = false, behind = false;

    for (size_t i = 0; i < l->count && has_plain_index(a); i++)
        if (i != at && same_iterations(l->loop[i], l->loop[at]) && checks(l->update[i], a)) {
            before = before || i < at;
            behind = behind || i > at;
        }
    return before && behind;
}

/* ---- what is left out ---- */

static bool is_repeated(const row_of_loops *l, size_t at, const ir_expr *e)
{
    const access a = {e->var, e->left, e->right};

    return e->kind == IR_ELEM && !e->inbounds && is_checked_around(l, at, &a);
}

/* e, without the checks that others make; nodes may be shared, so that changed ones are copies. */
static ir_expr *with_fewer(const row_of_loops *l, size_t at, ir_expr *e)
{
    if (!e || !opt_reads_elements(e, NULL))
        return e;
    const bool repeated = is_repeated(l, at, e);
    ir_expr *left = with_fewer(l, at, e->left), *right = with_fewer(l, at, e->right),
            *third = with_fewer(l, at, e->third);
    if (!repeated && left == e->left && right == e->right && third == e->third)
        return e;
    ir_expr *copy = opt_copy_node(l->m, e);
    if (!copy)
        return e;
    copy->left = left;
    copy->right = right;
    copy->third = third;
    copy->inbounds = e->inbounds || repeated;
    return copy;
}

static void leave_out(row_of_loops *l)
{
    bool place[MOST_LOOPS];
    ir_expr *expr[MOST_LOOPS];

    for (size_t i = 0; i < l->count; i++) {
        const ir_place *p = &l->update[i]->place;
        const access a = {p->var, p->row, p->column};
        place[i] = !p->inbounds && is_checked_around(l, i, &a);
        expr[i] = with_fewer(l, i, l->update[i]->expr);
    }
    for (size_t i = 0; i < l->count; i++) {
        l->update[i]->place.inbounds = l->update[i]->place.inbounds || place[i];
        l->update[i]->expr = expr[i];
    }
    l->count = 0;
}

static void list_of(ir_module *m, ir_stmt *list)
{
    row_of_loops l = {.m = m};

    for (ir_stmt *s = list; s; s = s->next) {
        ir_stmt *u = s->kind == IR_FOR ? update_in(s) : NULL;
        if (!u || l.count == MOST_LOOPS)
            leave_out(&l);
        if (u) {
            l.loop[l.count] = s;
            l.update[l.count++] = u;
        } else {
            list_of(m, s->body);
            list_of(m, s->other);
        }
    }
    leave_out(&l);
}

void opt_repeated_checks(const opt_site *at) { list_of(at->m, at->routine->body); }
