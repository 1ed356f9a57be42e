/* generators.c: sum(e for i in r if c) and [e for i in r], as maps of functions without a name:
 * sum(map(i -> e, filter(i -> c, r))). Of several loops the outer ones are folds of the inner. */
#include "compiler/syntax/generators.h"

#include <string.h>

#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

bool fr_is_generator(const fr_expr *e)
{
    return e->token == TOK_FOR && fr_calls_name(e, "map") && e->count == 2
           && e->items[0]->left->kind == EX_NAME;
}

fr_expr *fr_make_lambda(fr_arena *arena, fr_expr *pattern, fr_expr *body)
{
    fr_expr *e = fr_make_unary(arena, fr_join(pattern->span, body->span), TOK_FREE, body);
    e->kind = EX_LAMBDA;
    e->left = pattern;
    e->height = body->height + 1;
    return e;
}

static fr_expr *call(fr_arena *arena, const char *name, fr_expr *function, fr_expr *over)
{
    fr_expr *items[2] = {function, over};
    fr_expr *e = fr_make_call(arena, function->span, name, 2, items);
    e->token = TOK_FOR; /* so that it stays a map */
    e->height = 1 + (function->height > over->height ? function->height : over->height);
    return e;
}

fr_expr *fr_map_over(fr_arena *arena, const fr_loop *l, fr_expr *e)
{
    fr_expr *over = l->over;
    if (l->condition)
        over = call(arena, "filter", fr_make_lambda(arena, l->name, l->condition), over);
    return call(arena, "map", fr_make_lambda(arena, l->name, e), over);
}

bool fr_names_fold(const char *name)
{
    static const char *const folds[] = {"sum", "prod", "maximum", "minimum", "any", "all", "count"};
    return FR_IS_ONE_OF(name, folds);
}

bool fr_is_fold(const fr_expr *e)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && fr_names_fold(e->left->name);
}

fr_expr *fr_comprehension(fr_expr *array)
{
    fr_expr *e = array->count == 1 ? array->items[0] : NULL;
    if (!e || e->token != TOK_FOR || e->kind != EX_CALL)
        return array;
    e->span = array->span;
    return e;
}

const fr_expr *fr_indexed_array(const fr_expr *over)
{
    if (fr_calls_name(over, "eachindex") && over->count == 1)
        return over->items[0];
    const bool from_one = over->kind == EX_RANGE && !over->third && over->left->kind == EX_INT
                          && over->left->integer == 1;
    return from_one && fr_calls_name(over->right, "length") && over->right->count == 1
               ? over->right->items[0]
               : NULL;
}
