/* undo.c: does one list of sums, in loops or not, take away what another one adds? */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"
#include "compiler/opt/stream.h"

enum { MOST_LOOPS = 4 };

/* Loop variables of the second list, and those of the first that stand for them. mirror: the second
 * list does everything in the opposite order, as far as that matters. */
typedef struct {
    ir_module *m;
    bool mirror;
    size_t count;
    const ir_var *other[MOST_LOOPS], *own[MOST_LOOPS];
} pairing;

/* In terms of the first list's variables; both sides are brought into one form. */
static ir_expr *in_common(const pairing *p, ir_expr *e, bool second)
{
    for (size_t i = 0; e && i < p->count; i++)
        e = opt_put_one(p->m, e, second ? p->other[i] : p->own[i],
                        ir_expr_var(p->m, e->loc, p->own[i]));
    return e;
}

static bool itself(const void *with, const ir_var *a, const ir_var *b)
{
    (void)with;
    return a == b;
}

/* Of an index that several loops check, opt/repeated_checks.c leaves one check: what is added and
 * what takes it back differ in that. */
static bool same(const pairing *p, ir_expr *a, ir_expr *b)
{
    const opt_naming names = {.same = itself, .any_check = true};
    const ir_expr *x = in_common(p, a, false), *y = in_common(p, b, true);

    return x && y && opt_alike_expr(&names, x, y);
}

static bool same_target(const pairing *p, const ir_place *a, const ir_place *b)
{
    return a->var == b->var && !a->row == !b->row && !a->column == !b->column
           && (!a->row || same(p, a->row, b->row)) && (!a->column || same(p, a->column, b->column));
}

/* The same iterations, in either order. */
static bool same_rounds(const pairing *p, const ir_stmt *a, const ir_stmt *b)
{
    int64_t by_a, by_b;

    if (!ir_constant_step(a, &by_a) || !ir_constant_step(b, &by_b))
        return false;
    if (by_a == by_b)
        return same(p, a->first, b->first) && same(p, a->last, b->last);
    return (by_a == 1 || by_a == -1) && by_a == -by_b && same(p, a->first, b->last)
           && same(p, a->last, b->first);
}

/* ---- does the order of iterations matter? ---- */

static bool has_inner_variable(const ir_stmt *list, const ir_expr *e)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->kind == IR_FOR && (opt_expr_use(e, s->var) || has_inner_variable(s->body, e)))
            return true;
    return false;
}

/* Another index in each iteration, and the same one all through it. */
static bool moves_on(const ir_stmt *loop, const ir_expr *index)
{
    if (!index || has_inner_variable(loop->body, index) || opt_reads_elements(index, NULL))
        return false;
    const opt_linear sum = opt_linear_of(index);
    bool found = false;

    for (size_t i = 0; i < sum.count; i++)
        if (opt_is_var(sum.term[i], loop->var))
            found = sum.k[i] == 1 || sum.k[i] == -1;
        else if (opt_expr_use(sum.term[i], loop->var))
            return false;
    return sum.exact && found;
}

/* Every element of the target's array that e reads is in the target's row (or column). */
static bool reads_there(const ir_expr *e, const ir_place *p, bool column)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM && e->var == p->var
        && !opt_same_expr(column ? e->right : e->left, column ? p->column : p->row))
        return false;
    return reads_there(e->left, p, column) && reads_there(e->right, p, column)
           && reads_there(e->third, p, column);
}

/* All that the list does with the array is in that row. */
static bool stays_there(const ir_stmt *list, const ir_place *p, bool column)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR
                ? opt_reads_elements(s->first, p->var) || opt_reads_elements(s->last, p->var)
                      || !stays_there(s->body, p, column)
                : s->kind != IR_UPDATE || !reads_there(s->expr, p, column)
                      || !reads_there(s->place.row, p, column)
                      || !reads_there(s->place.column, p, column)
                      || (s->place.var == p->var
                          && !opt_same_expr(column ? s->place.column : s->place.row,
                                            column ? p->column : p->row)))
            return false;
    }
    return true;
}

/* What the list changes is another part of its array in each iteration of the loop. */
static bool apart(const ir_stmt *loop, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR ? !apart(loop, s->body)
                              : s->kind != IR_UPDATE
                                    || !((moves_on(loop, s->place.row)
                                          && stays_there(loop->body, &s->place, false))
                                         || (moves_on(loop, s->place.column)
                                             && stays_there(loop->body, &s->place, true))))
            return false;
    }
    return true;
}

static bool undoes(const pairing *p, const ir_stmt *a, const ir_stmt *b);

static size_t length(const ir_stmt *s, const ir_stmt *end)
{
    size_t n = 0;

    for (; s != end; s = s->next)
        n++;
    return n;
}

static const ir_stmt *nth(const ir_stmt *s, size_t n)
{
    while (n-- > 0)
        s = s->next;
    return s;
}

/* One by one, in the same order or in the opposite one: sums commute. */
static bool lists(const pairing *p, const ir_stmt *a, const ir_stmt *a_end, const ir_stmt *b,
                  const ir_stmt *b_end)
{
    const size_t n = length(a, a_end);

    if (n != length(b, b_end))
        return false;
    for (unsigned backward = p->mirror; backward < 2; backward++) {
        size_t i = 0;
        while (i < n && undoes(p, nth(a, i), nth(b, backward ? n - 1 - i : i)))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

static bool runs_back(const ir_stmt *a, const ir_stmt *b)
{
    int64_t by_a, by_b;

    return ir_constant_step(a, &by_a) && ir_constant_step(b, &by_b) && by_a == -by_b;
}

static bool undoes(const pairing *p, const ir_stmt *a, const ir_stmt *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == IR_UPDATE)
        return same_target(p, &a->place, &b->place) && opt_opposite_sums(a, b)
               && same(p, a->expr, b->expr);
    if (a->kind != IR_FOR || p->count == MOST_LOOPS || !same_rounds(p, a, b))
        return false;
    if (p->mirror && !runs_back(a, b) && !apart(a, a->body))
        return false;
    pairing inner = *p;
    inner.other[inner.count] = b->var;
    inner.own[inner.count++] = a->var;
    return lists(&inner, a->body, NULL, b->body, NULL);
}

bool opt_undoes(ir_module *m, const ir_stmt *a, const ir_stmt *a_end, const ir_stmt *b,
                const ir_stmt *b_end)
{
    const pairing none = {.m = m};

    return lists(&none, a, a_end, b, b_end);
}

bool opt_mirrors(ir_module *m, const ir_stmt *a, const ir_stmt *b)
{
    const pairing none = {.m = m, .mirror = true};

    return lists(&none, a, a->next, b, b->next);
}
