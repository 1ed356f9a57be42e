/* build_mask.c: x[x .> 0] where one value is made of the elements that the mask chooses. How many
 * they are, only the run knows, so it is no array by itself. */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/lambda.h"

static bool is_mask(const fn_builder *b, const fr_expr *e)
{
    const fn_env *v = b->env;
    if (e->kind == EX_UNARY && e->token == TOK_NOT)
        return is_mask(b, e->right);
    if (e->kind != EX_NAME)
        return fr_is_mask(e);
    while (v && strcmp(v->name, e->name) != 0)
        v = v->next;
    return v && v->slot && v->slot->type->kind == FN_ARRAY && fn_has_bool(v->slot->type);
}

bool fn_is_masked(const fn_builder *b, const fr_expr *e)
{
    return e->kind == EX_INDEX && e->count == 1 && is_mask(b, e->items[0]);
}

/* ifelse.(mask, yes, no) */
static fr_expr *either(fn_builder *b, fr_expr *mask, fr_expr *yes, fr_expr *no)
{
    fr_expr *items[] = {mask, yes, no};
    fr_expr *each = fr_make_call(b->d->arena, mask->span, "ifelse", 3, items);
    each->kind = EX_DOTCALL;
    return each;
}

static fr_expr *fold(fn_builder *b, const fr_expr *e, const char *name, fr_expr *array)
{
    return fr_make_call(b->d->arena, e->span, name, 1, &array);
}

/* f.(x), or x without f: what is added of each element. */
static fr_expr *each_of(fn_builder *b, const fr_expr *e, fr_expr *array)
{
    if (e->count == 1)
        return array;
    fr_expr *items[] = {e->items[0], array};
    return fr_make_call(b->d->arena, e->span, "map", 2, items);
}

fr_expr *fn_without_mask(fn_builder *b, const fr_expr *e)
{
    fr_expr *masked = e->count >= 1 && e->count <= 2 ? e->items[e->count - 1] : NULL;
    if (!masked || e->keyword_count > 0 || !fn_is_masked(b, masked))
        return NULL;
    fr_arena *arena = b->d->arena;
    fr_expr *none = fr_make_int(arena, e->span, 0), *one = fr_make_int(arena, e->span, 1),
            *mask = masked->items[0], *count = fold(b, e, "sum", either(b, mask, one, none)),
            *values = each_of(b, e, masked->left);
    if (fr_calls_name(e, "length") && e->count == 1)
        return count;
    if (fr_calls_name(e, "sum"))
        return fold(b, e, "sum", either(b, mask, values, none));
    if (fr_calls_name(e, "mean"))
        return fr_make_binary(arena, TOK_DIV, fold(b, e, "sum", either(b, mask, values, none)),
                              count);
    return fr_calls_name(e, "prod") ? fold(b, e, "prod", either(b, mask, values, one)) : NULL;
}

fr_expr *fn_put_masked(fn_builder *b, const fr_expr *put)
{
    const bool fills = put->count == 3 && put->token == TOK_DOT && is_mask(b, put->items[2]);
    return fills ? either(b, put->items[2], put->items[1], put->items[0]) : NULL;
}
