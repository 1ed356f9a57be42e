/* parse_nodes.c: the nodes that the parser makes. */
#include "compiler/syntax/parser.h"

fr_expr *fr_new_expr(fr_parser *p, fr_expr_kind kind, fr_span span)
{
    fr_expr *e = fr_alloc(p->d->arena, sizeof *e);
    e->kind = kind;
    e->span = span;
    e->height = 1;
    return e;
}

void fr_raise_height(fr_parser *p, fr_expr *e, const fr_expr *child)
{
    if (!child || child->height < e->height)
        return;
    e->height = child->height + 1;
    if (e->height > FR_HEIGHT_LIMIT && !p->panic) {
        fr_report(p->d, RGC_ERROR, "R0106", e->span,
                  "this expression has more than %d operators in a row", FR_HEIGHT_LIMIT);
        p->panic = true;
    }
}

fr_expr *fr_new_node(fr_parser *p, fr_expr_kind kind, fr_token_kind token, fr_expr *left,
                     fr_expr *right, fr_expr *third)
{
    if (p->panic || (!left && !right))
        return NULL;
    fr_span span = left ? left->span : right->span;
    if (right)
        span = fr_join(span, right->span);
    if (third)
        span = fr_join(span, third->span);
    fr_expr *e = fr_new_expr(p, kind, span);
    e->token = token;
    e->left = left;
    e->right = right;
    e->third = third;
    fr_raise_height(p, e, left);
    fr_raise_height(p, e, right);
    fr_raise_height(p, e, third);
    return e;
}

bool fn_is_pattern(const fr_expr *e)
{
    if (e->kind == EX_NAME)
        return true;
    if (e->kind != EX_TUPLE || e->count < 2)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!fn_is_pattern(e->items[i]))
            return false;
    return true;
}
