/* build_made.c: calls of Julia that make arrays: zeros(T, n), fill(c, m, n), Vector{T}(undef, n),
 * [a b; c d]. */
#include <string.h>

#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"
#include "compiler/syntax/generators.h"

static bool names_real(const fr_expr *type)
{
    bool scalar = false;
    return type && type->kind == EX_NAME && fr_base_named(type->name, &scalar) == RG_TYPE_FIXED
           && scalar;
}

static bool names_type(fn_builder *b, const fr_expr *e)
{
    bool scalar = false;
    const fr_functional *f = b->frame->function;
    if (fr_calls_name(e, "eltype") || fr_calls_name(e, "typeof"))
        return e->count == 1;
    if (e->kind != EX_NAME)
        return false;
    for (size_t i = 0; i < f->where_count; i++)
        if (strcmp(f->wheres[i], e->name) == 0)
            return true;
    return strcmp(e->name, "Int") == 0 || strcmp(e->name, "Bool") == 0
           || (fr_base_named(e->name, &scalar) != RG_TYPE_BOOL && scalar);
}

static fr_expr *truth_of(fn_builder *b, const fr_expr *e, bool truth)
{
    fr_expr *value = fr_make_int(b->d->arena, e->span, truth);
    value->kind = EX_BOOL;
    return value;
}

/* 0 or 1 of the type: an Int that becomes a real where it meets one, unless a real is meant. */
static fr_expr *number_of(fn_builder *b, const fr_expr *e, const fr_expr *type, int64_t n)
{
    if (type && type->kind == EX_NAME && strcmp(type->name, "Bool") == 0)
        return truth_of(b, e, n == 1);
    return !type || names_real(type) ? fr_make_real(b->d->arena, e->span, (long double)n)
                                     : fr_make_int(b->d->arena, e->span, n);
}

/* Matrix{T}(I, m, n) and Matrix(I, m, n) */
static fr_expr *identity(fn_builder *b, const fr_expr *e)
{
    const fr_expr *type = e->left->kind == EX_CURLY ? e->left->left : e->left;
    if (type->kind != EX_NAME || strcmp(type->name, "Matrix") != 0 || e->count != 3
        || e->items[0]->kind != EX_NAME || strcmp(e->items[0]->name, "I") != 0)
        return NULL;
    return fr_make_call(b->d->arena, e->span, "I", 2, e->items + 1);
}

/* An array of these extents, each element of which is the value. */
static fr_expr *array_of(fn_builder *b, const fr_expr *e, fr_expr *value, size_t count,
                         fr_expr *const *extents)
{
    static const char *const names[] = {"made#i", "made#j"};
    fr_arena *arena = b->d->arena;
    if (count < 1 || count > 2)
        return NULL;
    for (size_t d = count; d-- > 0;) {
        fr_expr *one = fr_make_int(arena, e->span, 1);
        const fr_loop l = {.name = fr_make_name(arena, e->span, names[d]),
                           .over = fr_make_range(arena, e->span, one, NULL, extents[d]),
                           .end = e->span};
        value = fr_map_over(arena, &l, value);
    }
    return count == 1 ? value : fr_make_call(arena, e->span, "#matrix", 1, &value);
}

/* Vector{T}(undef, n), Array{T, 2}(undef, m, n) */
static fr_expr *undefined(fn_builder *b, const fr_expr *e)
{
    static const char *const names[] = {"Vector", "Matrix", "Array"};
    const fr_expr *type = e->left;
    bool known = false;
    if (type->kind != EX_CURLY || type->left->kind != EX_NAME || type->count < 1 || e->count < 2
        || e->items[0]->kind != EX_NAME || strcmp(e->items[0]->name, "undef") != 0)
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        known = known || strcmp(names[i], type->left->name) == 0;
    return known ? array_of(b, e, number_of(b, e, type->items[0], 0), e->count - 1, e->items + 1)
                 : NULL;
}

/* typemax(Float64) is Inf, typemin(Float64) is -Inf. That of Int is its own where numbers are Int.
 */
static fr_expr *extreme(const fn_builder *b, const fr_expr *e)
{
    fr_arena *arena = b->d->arena;
    const bool most = fr_calls_name(e, "typemax"), least = fr_calls_name(e, "typemin");
    if ((!most && !least) || e->count != 1 || e->items[0]->kind != EX_NAME)
        return NULL;
    const bool whole = b->whole && strcmp(e->items[0]->name, "Int") == 0;
    fr_expr *limit = whole ? fr_make_int(arena, e->span, INT64_MAX)
                           : fr_make_name(arena, e->span, "Inf");
    fr_expr *negative = fr_make_unary(arena, e->span, TOK_SUB, limit);
    if (most || !whole)
        return most ? limit : negative;
    return fr_make_binary(arena, TOK_SUB, negative, fr_make_int(arena, e->span, 1));
}

const fr_expr *fn_made(fn_builder *b, const fr_expr *e)
{
    const bool zeros = fr_calls_name(e, "zeros"), ones = fr_calls_name(e, "ones");
    if (e->keyword_count > 0)
        return NULL;
    const fr_expr *limit = extreme(b, e);
    if (limit)
        return limit;
    fr_expr *unit = identity(b, e);
    if (unit)
        return unit;
    if (e->left->kind == EX_CURLY)
        return undefined(b, e);
    if (fr_calls_name(e, "falses") || fr_calls_name(e, "trues"))
        return array_of(b, e, truth_of(b, e, fr_calls_name(e, "trues")), e->count, e->items);
    if (fr_calls_name(e, "fill") && e->count >= 2)
        return array_of(b, e, e->items[0], e->count - 1, e->items + 1);
    if (fr_calls_name(e, "similar") && e->count >= 2)
        return names_type(b, e->items[1])
                   ? NULL
                   : array_of(b, e, number_of(b, e, e->items[0], 0), e->count - 1, e->items + 1);
    if ((zeros || ones) && e->count >= 2 && names_type(b, e->items[0]))
        return array_of(b, e, number_of(b, e, e->items[0], ones), e->count - 1, e->items + 1);
    return NULL;
}

/* Float64(x), convert(Int, x), float(x): the type and the value; false: e is none. */
static bool conversion_of(const fr_expr *e, const char **type, fr_expr **value)
{
    const bool convert = fr_calls_name(e, "convert") && e->count == 2
                         && e->items[0]->kind == EX_NAME;
    if (e->kind != EX_CALL || e->left->kind != EX_NAME || (!convert && e->count != 1)
        || e->keyword_count > 0)
        return false;
    *type = convert ? e->items[0]->name : e->left->name;
    *value = e->items[e->count - 1];
    if (strcmp(*type, "float") == 0)
        *type = "Float64";
    return true;
}

bool fn_is_conversion(const fn_builder *b, const fr_expr *e)
{
    const char *type;
    fr_expr *value;
    bool scalar = false;
    if (!conversion_of(e, &type, &value) || fn_find(b->program, e->left->name))
        return false;
    const rg_type_base base = fr_base_named(type, &scalar);
    return scalar && (base == RG_TYPE_FIXED || base == RG_TYPE_INT);
}

fn_slot *fn_converted(fn_builder *b, const fr_expr *e, fn_slot *given)
{
    const char *type;
    fr_expr *value;
    bool scalar = false;
    if (!conversion_of(e, &type, &value))
        return NULL;
    fn_slot *s = fn_want(b, given, &fn_real, value, "what is converted"), *n;
    if (!s)
        return NULL;
    if (fr_base_named(type, &scalar) == RG_TYPE_INT)
        return (n = fn_to_whole(b, s))
                   ? n
                   : fn_build_op(b, e->span, fn_whole_of, false, &fn_whole, 1, &s);
    return s->type->kind == FN_REAL ? s : fn_build_op(b, e->span, "float", false, &fn_real, 1, &s);
}

/* [a b; c d], as the parser has it: reshape([a, c, b, d], 2, 2). */
fn_slot *fn_written_matrix(fn_builder *b, const fr_expr *e, fn_slot *const *elements)
{
    const fr_expr *list = e->items[0];
    const size_t m = (size_t)e->items[1]->integer, n = (size_t)e->items[2]->integer;
    fn_slot *rows[FN_ARGUMENTS], *row[FN_ARGUMENTS];
    if (m > FN_ARGUMENTS || n > FN_ARGUMENTS) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span, "an array is written with 1 to %d elements",
                  FN_ARGUMENTS);
        return NULL;
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++)
            if (!(row[k] = fn_want(b, elements[k * m + i], &fn_real, list->items[k * m + i],
                                   "this element")))
                return NULL;
        const fn_type *type = fn_array(b->d->arena, fn_all_whole(n, row) ? &fn_whole : &fn_real);
        rows[i] = fn_with_args(fn_add_slot(b, FN_LIST, type, e->span), n, row);
    }
    return fn_with_args(fn_add_slot(b, FN_LIST, fn_array(b->d->arena, rows[0]->type), e->span), m,
                        rows);
}

bool fn_is_written_matrix(const fr_expr *e)
{
    return fr_calls_name(e, "reshape") && e->count == 3 && e->items[0]->kind == EX_ARRAY
           && e->items[1]->kind == EX_INT && e->items[2]->kind == EX_INT && e->items[1]->integer > 0
           && e->items[0]->count == e->items[1]->integer * e->items[2]->integer;
}
