/* piece_run.c: statements behind each other that add to one array. An unrolled loop and what is
 * left over behind it are one nest. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

enum { MOST_IN_RUN = 8 };

static bool only_adds_to(const ir_stmt *s, const ir_var **target);

static bool all_add_to(const ir_stmt *list, const ir_var **target)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (!only_adds_to(s, target))
            return false;
    return true;
}

/* Are there sums to elements of one array alone, beside scalars? */
static bool only_adds_to(const ir_stmt *s, const ir_var **target)
{
    switch (s->kind) {
    case IR_FOR:
    case IR_IF: return all_add_to(s->body, target) && all_add_to(s->other, target);
    case IR_ALLOC:
    case IR_FREE: return s->var->rank == 0;
    case IR_UPDATE:
        if (s->place.var->rank == 0)
            return s->place.var->base == RG_TYPE_INT;
        *target = *target ? *target : s->place.var;
        return opt_is_sum(s) && s->place.var == *target;
    default: return false;
    }
}

static bool may_join(const ir_stmt *s, const ir_var **target)
{
    return (s->kind == IR_FOR || s->kind == IR_IF
            || (s->kind == IR_UPDATE && s->place.var->rank > 0))
           && only_adds_to(s, target);
}

ir_stmt *opt_run_of_sums(ir_module *m, ir_stmt *s, ir_stmt **rest)
{
    const ir_var *target = NULL;
    ir_stmt *list = NULL;
    size_t count = 0;
    bool loops = false;

    for (*rest = s; *rest && count < MOST_IN_RUN && may_join(*rest, &target);
         *rest = (*rest)->next, count++) {
        ir_stmt *alone = opt_copy_alone(m, *rest);
        loops = loops || (*rest)->kind == IR_FOR;
        list = alone ? ir_append(list, alone) : NULL;
        if (!list)
            return NULL;
    }
    return count > 1 && loops ? ir_block(m, s->loc, list) : NULL;
}
