/* membership.c: k in a:b, k in (a, b) and k in v as comparisons. */
#include "compiler/syntax/parser.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

static fr_expr *compared(fr_parser *p, fr_token_kind token, const fr_expr *a, const fr_expr *b)
{
    return fr_new_node(p, EX_BINARY, token, fr_replace_names(p->d->arena, a, NULL, 0),
                       fr_replace_names(p->d->arena, b, NULL, 0), NULL);
}

/* k in a:b: between them, by whole steps from a. */
static fr_expr *member_of_range(fr_parser *p, const fr_expr *k, const fr_expr *of)
{
    fr_arena *arena = p->d->arena;
    fr_expr *steps = of->left->kind == EX_INT ? fr_replace_names(arena, k, NULL, 0)
                                              : compared(p, TOK_SUB, k, of->left),
            *whole = steps ? fr_make_call(arena, k->span, "floor", 1, &steps) : NULL,
            *between = fr_new_node(p, EX_BINARY, TOK_ANDAND, compared(p, TOK_LE, of->left, k),
                                   compared(p, TOK_LE, k, of->right), NULL);
    if (!whole || !between)
        return NULL;
    return fr_new_node(p, EX_BINARY, TOK_ANDAND, between, compared(p, TOK_EQ, whole, steps), NULL);
}

fr_expr *fr_membership(fr_parser *p, const fr_expr *k, const fr_expr *of)
{
    if (of->kind == EX_RANGE && !of->third)
        return member_of_range(p, k, of);
    if (of->kind != EX_TUPLE && of->kind != EX_ARRAY) {
        fr_expr *each = compared(p, TOK_DOTEQ, of, k);
        return each ? fr_make_call(p->d->arena, fr_join(k->span, of->span), "any", 1, &each) : NULL;
    }
    fr_expr *e = NULL;
    for (size_t i = 0; i < of->count; i++) {
        fr_expr *same = compared(p, TOK_EQ, k, of->items[i]);
        e = e ? fr_new_node(p, EX_BINARY, TOK_OROR, e, same, NULL) : same;
    }
    if (!e) {
        e = fr_new_expr(p, EX_BOOL, fr_join(k->span, of->span));
        e->integer = 0;
    }
    return e;
}
