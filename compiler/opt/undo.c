/* undo.c: does one list of sums, in loops or not, take away what another one adds? */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_LOOPS = 4 };

/* Loop variables of the second list, and those of the first that stand for them. */
typedef struct {
    ir_module *m;
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

static bool same(const pairing *p, ir_expr *a, ir_expr *b)
{
    const ir_expr *x = in_common(p, a, false), *y = in_common(p, b, true);

    return x && y && opt_same_expr(x, y);
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
    for (unsigned backward = 0; backward < 2; backward++) {
        size_t i = 0;
        while (i < n && undoes(p, nth(a, i), nth(b, backward ? n - 1 - i : i)))
            i++;
        if (i == n)
            return true;
    }
    return false;
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
