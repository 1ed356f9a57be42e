/* alike.c: constants that are added to elements of a local array one after the other, as in an
 * array that is written out. They are added in the order of their values, so each value is made
 * once, from the one before. They are taken away in the opposite order, so one undoes the other. */
#include "compiler/opt/opt_internal.h"

enum { LONGEST = 1024 };

/* Of an array of someone else's each index is checked, once for statements on one element that
 * follow each other. */
static bool adds_constant(const ir_routine *r, const ir_stmt *s)
{
    const ir_place *p = &s->place;

    return opt_is_sum(s) && p->var->id >= r->param_count && s->expr->kind == IR_CONST && p->row
           && p->row->kind == IR_CONST && (!p->column || p->column->kind == IR_CONST);
}

/* Do they swap? Sums of Int do; of others those that go to different words, for on the way
 * to the sum of two a number may not fit. */
static bool apart(const ir_stmt *x, const ir_stmt *y)
{
    return x->place.var->base == RG_TYPE_INT || !opt_same_place(&x->place, &y->place);
}

static bool belongs(const ir_routine *r, const ir_stmt *first, const ir_stmt *s)
{
    if (!adds_constant(r, s) || s->mode != first->mode || s->expr->type != first->expr->type)
        return false;
    for (const ir_stmt *x = first; x != s; x = x->next)
        if (!apart(x, s))
            return false;
    return true;
}

static bool in_order(const ir_stmt *x, const ir_stmt *y)
{
    return x->mode == RG_MODE_ADD ? x->expr->raw <= y->expr->raw : x->expr->raw >= y->expr->raw;
}

/* The run from *link to before `end`, sorted by insertion; what is alike stays in its order. */
static void sort(ir_stmt **link, ir_stmt *end)
{
    ir_stmt *rest = *link;

    *link = end;
    while (rest != end) {
        ir_stmt *s = rest, **at = link;
        rest = s->next;
        while (*at != end && in_order(*at, s))
            at = &(*at)->next;
        s->next = *at;
        *at = s;
    }
}

static void list_of(const ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link; link = &(*link)->next) {
        ir_stmt *end = *link;
        size_t length = 0;
        list_of(r, &(*link)->body);
        list_of(r, &(*link)->other);
        while (end && length < LONGEST && adds_constant(r, *link) && belongs(r, *link, end)) {
            end = end->next;
            length++;
        }
        if (length > 1) {
            sort(link, end);
            while ((*link)->next != end)
                link = &(*link)->next;
        }
    }
}

void opt_alike(const opt_site *at) { list_of(at->routine, &at->routine->body); }
