/* promise.c: what accesses within bounds rest on. A routine asserts the shapes of its arrays, and
 * then accesses elements without a check. Its inverse comes to the assertions last. The machine
 * runs through the accesses, and traps at the assertion. C must touch nothing outside, so an access
 * outside traps there, as the assertion that will fail. */
#include "ec.h"

static bool reads_unchecked(const ir_expr *x)
{
    return x
           && ((x->kind == IR_ELEM && x->inbounds) || reads_unchecked(x->left)
               || reads_unchecked(x->right) || reads_unchecked(x->third));
}

static bool is_unchecked(const ir_stmt *s)
{
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        if (reads_unchecked(*ir_expr_slot(s, i)))
            return true;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->inbounds || reads_unchecked(p->row) || reads_unchecked(p->column))
            return true;
    }
    return false;
}

static bool has_unchecked(const ec_node *list)
{
    for (const ec_node *n = list; n; n = n->next)
        if (is_unchecked(n->s) || has_unchecked(n->body) || has_unchecked(n->other))
            return true;
    return false;
}

static bool is_parameter(const ec *e, const ir_var *v) { return v->id < e->r->param_count; }

/* Is it the same throughout the routine? Extents of arrays are, those of stacks are not. */
static bool is_steady(const ec *e, const ir_expr *x)
{
    if (!x)
        return true;
    if (x->kind == IR_DIM)
        return is_parameter(e, x->var) && !(x->var->rank == 1 && e->stacks);
    if (x->kind == IR_VAR)
        return is_parameter(e, x->var) && !ec_changes(e, e->r->body, x);
    return is_steady(e, x->left) && is_steady(e, x->right) && is_steady(e, x->third);
}

const char *ec_promise(ec *e, const ec_node *n)
{
    const char *text = NULL;
    const ec_node alone = {.s = n->s, .body = n->body, .other = n->other};

    if (!e->distrusts || e->sure || !has_unchecked(&alone))
        return NULL;
    ec_begin(e);
    e->active = false;
    for (const ec_node *later = n->next; later && !e->failed; later = later->next)
        if (later->s->kind == IR_ASSERT && !later->s->no_invcheck && ec_is_harmless(later->s->expr)
            && is_steady(e, later->s->expr))
            text = ec_text(e, "%s!%s ? %s : ", text ? text : "", ec_eval(e, later->s->expr).v,
                           ec_at(e, later->s->loc));
    if (!text)
        return NULL;
    const char *name = ec_text(e, "t_%u", ++e->temps);
    ec_line(e, "const unsigned %s = %s0;", name, text);
    return name;
}
