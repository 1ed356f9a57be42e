/* written.c: which numbers of a machine with FLOAT are written once, by the statement that
 * allocates them, and which are sums. */
#include "cg.h"

static bool is_place_of(const ir_stmt *s, const ir_var *v)
{
    return s->place.var == v || s->place2.var == v;
}

/* A routine that is called may change what it gets. */
static bool passes(const ir_stmt *call, const ir_var *v)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (call->args[i].kind == IR_ARG_PLACE && call->args[i].place.var == v)
            return true;
    return false;
}

static bool changes(const ir_stmt *list, const ir_var *v)
{
    for (; list; list = list->next) {
        const bool ends = list->kind == IR_ALLOC || list->kind == IR_FREE;
        if (is_place_of(list, v) || passes(list, v) || (!ends && list->var == v)
            || changes(list->body, v) || changes(list->other, v))
            return true;
    }
    return false;
}

bool cg_changes(const ir_routine *r, const ir_var *v) { return changes(r->body, v); }

bool cg_stays_wide(const cg *g, const ir_var *v)
{
    return g->module->wide && v->base == RG_TYPE_FIXED && cg_changes(g->routine, v);
}
