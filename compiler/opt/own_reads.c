/* own_reads.c: see own_reads.h. */
#include "compiler/opt/own_reads.h"

#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/planes.h"

static void find(opt_own_reads *r, const ir_expr *x)
{
    const bool branches = x && (x->kind == IR_SELECT || x->kind == IR_AND || x->kind == IR_OR);

    if (!x)
        return;
    find(r, x->left);
    if (!branches) {
        find(r, x->right);
        find(r, x->third);
    }
    bool is_new = x->kind == IR_ELEM && x->var == r->array && r->count < OPT_MOST_OWN;
    for (size_t i = 0; is_new && i < r->count; i++)
        is_new = !opt_same_expr(r->found[i], x);
    if (is_new)
        r->found[r->count++] = x;
}

opt_own_reads opt_own_reads_of(const ir_stmt *s)
{
    opt_own_reads r = {.array = s->place.var};

    find(&r, s->expr);
    find(&r, s->place.row);
    find(&r, s->place.column);
    return r;
}

bool opt_reads_apart(const ir_expr *e, const ir_place *element)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM && e->var == element->var && !opt_differ(e->left, element->row)
        && !opt_columns_differ(e->var, e->right, element->column))
        return false;
    return opt_reads_apart(e->left, element) && opt_reads_apart(e->right, element)
           && opt_reads_apart(e->third, element);
}

bool opt_update_leaves(const ir_stmt *update, const ir_expr *e)
{
    return update->place.row ? opt_reads_apart(e, &update->place)
                             : !opt_expr_use(e, update->place.var);
}
