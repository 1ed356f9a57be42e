/* arms.c: `y += p ? a : b` within a loop becomes `if (p, ~) y += a else y += b end`, where the
 * update leaves alone what p reads. So each arm is computed where it is added, and not a second
 * time to be undone, and p can become a bound of the loop, or leave it. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/own_reads.h"

enum { MOST_ARMS = 64 };

/* An ancilla stays as it is: other passes look for its one update. */
static bool is_result(const ir_routine *r, const ir_place *target)
{
    return target->row || target->var->id < r->param_count;
}

static bool has_arms(const ir_routine *r, const ir_stmt *s)
{
    return s->kind == IR_UPDATE && s->expr->kind == IR_SELECT && is_result(r, &s->place)
           && opt_update_leaves(s, s->expr->left);
}

static bool adds_nothing(const ir_stmt *s)
{
    return opt_is_sum(s) && s->expr->kind == IR_CONST && s->expr->raw == 0;
}

/* NULL when memory is short; s is the first arm then. */
static ir_stmt *apart(ir_module *m, ir_stmt *s)
{
    const opt_copier c = {.m = m};
    const ir_expr *e = s->expr;

    s->next = NULL;
    ir_stmt *other = opt_copy_list(&c, s);
    if (!other)
        return NULL;
    s->expr = e->right;
    other->expr = other->expr->third;
    return ir_if(m, s->loc, e->left, NULL, s, adds_nothing(other) ? NULL : other);
}

static void in_list(ir_module *m, const ir_routine *r, ir_stmt **list, bool loop, unsigned *left)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link;
        if (loop && *left > 0 && has_arms(r, s)) {
            ir_stmt *rest = s->next, *two = apart(m, s);
            if (!two)
                return;
            --*left;
            two->next = rest;
            *link = s = two;
        }
        in_list(m, r, &s->body, loop || opt_is_loop(s), left);
        in_list(m, r, &s->other, loop, left);
    }
}

void opt_arms(const opt_site *at)
{
    unsigned left = MOST_ARMS;

    in_list(at->m, at->routine, &at->routine->body, false, &left);
}
