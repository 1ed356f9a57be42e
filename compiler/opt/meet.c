/* meet.c: two nests of updates of which neither changes an element of the array that the other
 * uses. */
#include "compiler/opt/opt_internal.h"

enum { MOST_ACCESSES = 8, MOST_LOOPS = 4 };

typedef struct {
    const ir_expr *row, *column;
    bool written;
    const ir_stmt *loop[MOST_LOOPS + 1]; /* around it, from the innermost one on; then NULL */
} access;

typedef struct {
    const ir_var *array;
    const ir_stmt *around[MOST_LOOPS];
    size_t depth, count;
    access list[MOST_ACCESSES];
} accesses;

static bool add(accesses *a, const ir_expr *row, const ir_expr *column, bool written)
{
    if (!row || a->count == MOST_ACCESSES)
        return false;
    access *x = &a->list[a->count++];
    *x = (access){.row = row, .column = column, .written = written};
    for (size_t i = 0; i < a->depth; i++)
        x->loop[i] = a->around[a->depth - 1 - i];
    return true;
}

static bool in_expr(accesses *a, const ir_expr *e)
{
    return !e
           || ((e->kind != IR_ELEM || e->var != a->array || add(a, e->left, e->right, false))
               && in_expr(a, e->left) && in_expr(a, e->right) && in_expr(a, e->third));
}

/* False: it uses the array in another way, or too often. */
static bool in_stmt(accesses *a, const ir_stmt *s)
{
    if (s->kind == IR_UPDATE)
        return in_expr(a, s->expr) && in_expr(a, s->place.row) && in_expr(a, s->place.column)
               && (s->place.var != a->array || add(a, s->place.row, s->place.column, true));
    if (s->kind != IR_FOR || a->depth == MOST_LOOPS || !in_expr(a, s->first)
        || !in_expr(a, s->last))
        return false;
    a->around[a->depth++] = s;
    for (const ir_stmt *inner = s->body; inner; inner = inner->next)
        if (!in_stmt(a, inner))
            return false;
    a->depth--;
    return true;
}

static bool apart(const access *x, const access *y, bool column)
{
    const ir_expr *i = column ? x->column : x->row, *j = column ? y->column : y->row;

    return i && j && !opt_reads_elements(i, NULL) && !opt_reads_elements(j, NULL)
           && (opt_beyond(i, x->loop, j, y->loop) || opt_beyond(j, y->loop, i, x->loop));
}

/* Two that only read may have one element. */
static bool may_meet(const access *x, const access *y)
{
    return (x->written || y->written) && !apart(x, y, false) && !apart(x, y, true);
}

bool opt_never_meet(const ir_stmt *a, const ir_stmt *b, const ir_var *array)
{
    accesses of_a = {.array = array}, of_b = {.array = array};

    if (array->rank == 0 || !in_stmt(&of_a, a) || !in_stmt(&of_b, b))
        return false;
    for (size_t i = 0; i < of_a.count; i++)
        for (size_t j = 0; j < of_b.count; j++)
            if (may_meet(&of_a.list[i], &of_b.list[j]))
                return false;
    return true;
}
