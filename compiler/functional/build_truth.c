/* build_truth.c: conditions in arrays, and elements that are assigned. */
#include "compiler/functional/unary.h"

fr_expr *fn_counted_expr(fr_arena *arena, fr_expr *e, const fn_type *t)
{
    if (!fn_has_bool(t))
        return e;
    if (t->kind != FN_PRODUCT)
        return fr_make_binary(arena, TOK_DOTMUL, e, fr_make_int(arena, e->span, 1));
    fr_expr *items[FN_LEAVES];
    if (t->count > FN_LEAVES || t->names)
        return NULL;
    for (size_t i = 0; i < t->count; i++) {
        fr_expr *at[] = {fr_make_int(arena, e->span, (int64_t)i + 1)};
        items[i] = fn_counted_expr(arena, fr_make_index(arena, e->span, e, 1, at), t->parts[i]);
        if (!items[i])
            return NULL;
    }
    fr_expr *tuple = fr_make_call(arena, e->span, "", t->count, items);
    tuple->kind = EX_TUPLE;
    tuple->left = NULL;
    return tuple;
}

fn_slot *fn_map_value(fn_builder *b, const fr_expr *e, fn_slot *const *args)
{
    fr_arena *arena = b->d->arena;
    if (!fn_has_bool(args[2]->type))
        return fn_binary_of(b, fr_make_binary(arena, TOK_ADD, e->items[0], e->items[1]), args);
    fn_slot *zero[] = {args[1], fn_number(b, e->span, 0, b->whole)};
    const fr_expr *less = fr_make_binary(arena, TOK_LT, e->items[1], e->items[1]),
                  *either = fr_make_binary(arena, TOK_OROR, e->items[1], e->items[0]);
    fn_slot *both[] = {fn_binary_of(b, less, zero), args[0]};
    return fn_binary_of(b, either, both);
}

bool fn_suits_bools(fn_builder *b, const fr_expr *e, const fn_slot *array, const fn_slot *value)
{
    if (!fn_has_bool(array->type) || fn_has_bool(value->type))
        return true;
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                      "the elements are bools, and this is %s",
                      fn_type_words(b->d->arena, value->type)),
            "assign a condition, true or false");
    return false;
}

bool fn_has_elements(fn_builder *b, const fr_expr *e, const fn_slot *array, size_t count)
{
    if (array->type->kind == FN_ARRAY && fn_rank(array->type) == count
        && !fn_has_product(array->type))
        return true;
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                      "this is %s, and an element of it is not assigned by %zu ind%s",
                      fn_type_words(b->d->arena, array->type), count, count == 1 ? "ex" : "ices"),
            "an element of a vector is v[i], one of a matrix A[i, j]");
    return false;
}
