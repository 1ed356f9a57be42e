/* inner_products.c: x' * y of two vectors is dot(x, y). What a product is only types tell. */
#include "compiler/front/expand.h"

typedef struct {
    fr_sema *s;
    bool changed;
} products;

static bool is_vector(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    return fr_view_of(s, e, &v) && v.rank == 1;
}

static bool is_inner(fr_sema *s, const fr_expr *e)
{
    return e->kind == EX_BINARY && e->token == TOK_MUL && e->left->kind == EX_ADJOINT
           && is_vector(s, e->left->left) && is_vector(s, e->right);
}

static bool has_adjoint_product(const fr_expr *e)
{
    if (!e)
        return false;
    bool found = (e->kind == EX_BINARY && e->token == TOK_MUL && e->left->kind == EX_ADJOINT)
                 || has_adjoint_product(e->left) || has_adjoint_product(e->right)
                 || has_adjoint_product(e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = has_adjoint_product(e->items[i]);
    return found;
}

static fr_expr *with_dots(void *context, const fr_expr *e)
{
    products *p = context;
    if (!e)
        return NULL;
    if (is_inner(p->s, e)) {
        fr_expr *items[] = {e->left->left, e->right};
        p->changed = true;
        return fr_make_call(p->s->arena, e->span, "dot", 2, items);
    }
    fr_expr *copy = fr_with_arguments(p->s->arena, e, with_dots, context);
    copy->left = with_dots(context, e->left);
    copy->right = with_dots(context, e->right);
    copy->third = with_dots(context, e->third);
    return copy;
}

const fr_stmt *fr_with_inner_products(fr_sema *s, const fr_stmt *st)
{
    products p = {.s = s};
    if (!has_adjoint_product(st->value) && !has_adjoint_product(st->pre)
        && !has_adjoint_product(st->post))
        return st;
    fr_stmt *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *st;
    copy->value = with_dots(&p, st->value);
    copy->pre = with_dots(&p, st->pre);
    copy->post = with_dots(&p, st->post);
    return p.changed ? copy : st;
}
