/* functions.c: what a `@routine` block computes with functions on the way to its results stays
 * until the block is undone. A temporary would be computed and taken back there, and once more
 * where the block is undone: four times the clocks of the function instead of two. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"

typedef struct {
    ir_module *m;
    ir_routine *r;
    ir_stmt *made; /* the variables of the statement at work */
} keeper;

static ir_expr *in_variable(keeper *k, ir_expr *e)
{
    const ir_var *v = ir_add_var(k->r, e->loc, RG_PART_NAME, e->type, 0);
    ir_stmt *made = v ? ir_alloc(k->m, e->loc, v, e) : NULL;

    if (!made) {
        k->m->out_of_memory = true;
        return NULL;
    }
    k->made = ir_append(k->made, made);
    return ir_expr_var(k->m, e->loc, v);
}

/* The expression with variables for the functions in it. What is evaluated in some cases only, or
 * is part of an index, stays. within: it is itself an operand. */
static ir_expr *kept(keeper *k, ir_expr *e, bool within)
{
    if (e->kind != IR_OP)
        return e;
    ir_expr *copy = opt_copy_node(k->m, e);
    if (!copy)
        return NULL;
    copy->left = kept(k, e->left, true);
    copy->right = e->right ? kept(k, e->right, true) : NULL;
    if (k->m->out_of_memory)
        return NULL;
    return within && opt_is_function(e->op) && rg_type_has_gradient(e->type) ? in_variable(k, copy)
                                                                             : copy;
}

static void in_block(keeper *k, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !k->m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link;
        if (s->kind == IR_BLOCK)
            in_block(k, &s->body);
        if ((s->kind != IR_UPDATE && s->kind != IR_ALLOC) || !s->expr)
            continue;
        k->made = NULL;
        s->expr = kept(k, s->expr, false);
        if (k->made)
            link = opt_put_list(link, k->made, s);
    }
}

static void list_of(keeper *k, ir_stmt **list)
{
    for (ir_stmt *s = *list; s && !k->m->out_of_memory; s = s->next) {
        if (s->kind == IR_ROUTINE && opt_undone_in_list(k->r->body, s))
            in_block(k, &s->body);
        list_of(k, &s->body);
        list_of(k, &s->other);
    }
}

void opt_functions(const opt_site *at)
{
    keeper k = {.m = at->m, .r = at->routine};

    list_of(&k, &at->routine->body);
}
