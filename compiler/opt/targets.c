/* targets.c: an element that an update works on is exchanged with a register before it and after
 * it. Where updates of one element follow each other, the code generator exchanges it once for all
 * of them. This brings updates of one element together, if what stands between leaves them alone.
 */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/own_reads.h"
#include "compiler/opt/planes.h"

enum { REACH = 16 }; /* statements between two updates: what these free lives as long */

/* Its operands are in registers when it runs, so the element may be, too, if it is none of them. */
static bool is_operation(const ir_stmt *s)
{
    return s->kind == IR_UPDATE && s->place.row && s->expr
           && (s->expr->kind == IR_OP || s->expr->kind == IR_NOT)
           && (!s->place.inbounds || s->place.within) && opt_reads_apart(s->expr, &s->place)
           && opt_reads_apart(s->place.row, &s->place)
           && opt_reads_apart(s->place.column, &s->place);
}

static bool is_straight(const ir_stmt *s)
{
    if (s->kind == IR_ALLOC || s->kind == IR_FREE)
        return s->var->rank == 0 && !s->erase;
    return s->kind == IR_UPDATE;
}

const ir_stmt *opt_last_of_run(const ir_stmt *s)
{
    const ir_stmt *last = s;

    while (is_operation(last) && last->next && is_operation(last->next)
           && opt_same_place(&s->place, &last->next->place))
        last = last->next;
    return last;
}

/* Does s leave e alone? */
static bool leaves(const ir_stmt *s, const ir_expr *e)
{
    return s->kind == IR_UPDATE ? opt_update_leaves(s, e) : !opt_expr_use(e, s->var);
}

static bool is_apart(const ir_place *p, const ir_place *element)
{
    return !p->row || p->var != element->var || opt_differ(p->row, element->row)
           || opt_columns_differ(p->var, p->column, element->column);
}

/* Do the statement and the update have the same effect in either order? */
static bool commutes(const ir_stmt *s, const ir_stmt *update)
{
    const bool changes = s->kind == IR_UPDATE;

    return is_straight(s) && leaves(s, update->expr) && leaves(s, update->place.row)
           && leaves(s, update->place.column) && opt_update_leaves(update, s->expr)
           && (!changes
               || (opt_update_leaves(update, s->place.row)
                   && opt_update_leaves(update, s->place.column)
                   && is_apart(&s->place, &update->place)));
}

/* An update of the same element, not far behind s and with nothing between but sums and ancillas.
 */
static ir_stmt *follower_of(const ir_stmt *s)
{
    ir_stmt *u = s->next;

    for (unsigned i = 0; u && i < REACH && is_straight(u); i++, u = u->next)
        if (is_operation(u) && opt_same_place(&s->place, &u->place))
            return u;
    return NULL;
}

/* May the ancilla that s makes be made in front of the update? What stands between and stays there
 * must not matter to it. */
static bool goes_before(const ir_stmt *update, const ir_stmt *s, const bool *before)
{
    if (s->kind != IR_ALLOC || !commutes(s, update))
        return false;
    for (const ir_stmt *b = update->next; b != s; b = b->next, before++)
        if ((b->kind != IR_UPDATE && b->var == s->var) || (!*before && !leaves(b, s->expr)))
            return false;
    return true;
}

/* What stands between two updates: ancillas that the second one needs are made in front of both,
 * and the rest, such as what frees those of the first, goes behind both. before[i]: which of the
 * two the i-th statement does. */
static bool goes_apart(const ir_stmt *first, const ir_stmt *second, bool before[REACH])
{
    unsigned i = 0;

    for (const ir_stmt *s = first->next; s != second; s = s->next, i++) {
        before[i] = goes_before(first, s, before);
        if (!before[i] && !commutes(s, second))
            return false;
    }
    return true;
}

static ir_stmt *take_behind(ir_stmt *s)
{
    ir_stmt *taken = s->next;

    s->next = taken->next;
    return taken;
}

/* Returns the link to the first update. */
static ir_stmt **bring_together(ir_stmt **link, ir_stmt *second, const bool *before)
{
    ir_stmt *first = *link, *behind = second;

    for (; first->next != second; before++) {
        ir_stmt *moved = take_behind(first);
        if (*before) {
            moved->next = first;
            *link = moved;
            link = &moved->next;
        } else {
            moved->next = behind->next;
            behind->next = moved;
            behind = moved;
        }
    }
    return link;
}

static void in_list(ir_stmt **list)
{
    for (ir_stmt **link = list; *link; link = &(*link)->next) {
        ir_stmt *s = *link;
        ir_stmt *u = is_operation(s) ? follower_of(s) : NULL;
        bool before[REACH] = {false};
        if (u && u != s->next && goes_apart(s, u, before))
            link = bring_together(link, u, before);
        in_list(&s->body);
        in_list(&s->other);
    }
}

void opt_targets(const opt_site *at) { in_list(&at->routine->body); }
