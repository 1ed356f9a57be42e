/* facts.c: what routines change. */
#include "ec.h"

#include <string.h>

/* ---- parameters that a routine changes, those of the routines that it calls included ---- */

static bool note(bool *set, const ir_var *v)
{
    const bool is_new = v && !set[v->id];

    if (v)
        set[v->id] = true;
    return is_new;
}

/* Variables that a list changes; true when one is new in `set`. */
static bool collect(const ec *e, const ir_stmt *list, bool *set)
{
    bool more = false;

    for (const ir_stmt *s = list; s; s = s->next) {
        more = note(set, s->place.var) || more;
        more = note(set, s->place2.var) || more;
        if (s->kind != IR_ASSERT)
            more = note(set, s->var) || more;
        for (size_t i = 0; s->kind == IR_CALL && i < s->arg_count; i++) {
            const ir_arg *a = &s->args[i];
            if (!e->written[s->callee->index][i])
                continue;
            if (a->kind == IR_ARG_PLACE)
                more = note(set, a->place.var) || more;
            else if (a->kind == IR_ARG_ARRAY)
                more = note(set, a->array) || more;
        }
        more = collect(e, s->body, set) || more;
        more = collect(e, s->other, set) || more;
    }
    return more;
}

bool ec_find_written(ec *e)
{
    e->written = ec_take(e, (e->m->routine_count + 1) * sizeof *e->written);
    for (const ir_routine *r = e->m->routines; r && !e->failed; r = r->next)
        e->written[r->index] = ec_take(e, (r->var_count + 1) * sizeof(bool));
    for (bool more = true; more && !e->failed;) {
        more = false;
        for (const ir_routine *r = e->m->routines; r; r = r->next)
            more = collect(e, r->body, e->written[r->index]) || more;
    }
    return !e->failed;
}

static bool reads(const ir_expr *x, const bool *set)
{
    return x
           && ((x->var && set[x->var->id]) || reads(x->left, set) || reads(x->right, set)
               || reads(x->third, set));
}

/* Does the list change what the expression reads? */
bool ec_changes(const ec *e, const ir_stmt *list, const ir_expr *x)
{
    bool small[64] = {false};

    if (!x || x->kind == IR_CONST)
        return false;
    if (e->r->var_count > sizeof small / sizeof small[0]) {
        bool *set = ir_arena_alloc(e->m, e->r->var_count * sizeof *set);
        if (!set)
            return true;
        collect(e, list, set);
        return reads(x, set);
    }
    collect(e, list, small);
    return reads(x, small);
}

/* ---- recursion ---- */

static bool reaches(const ec *e, const ir_stmt *list, const ir_routine *to, bool *seen)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL) {
            if (s->callee == to)
                return true;
            if (!seen[s->callee->index]) {
                seen[s->callee->index] = true;
                if (reaches(e, s->callee->body, to, seen))
                    return true;
            }
        }
        if (reaches(e, s->body, to, seen) || reaches(e, s->other, to, seen))
            return true;
    }
    return false;
}

bool ec_is_recursive(const ec *e, const ir_routine *r)
{
    bool *seen = ir_arena_alloc(e->m, (e->m->routine_count + 1) * sizeof *seen);

    return !seen || reaches(e, r->body, r, seen);
}
