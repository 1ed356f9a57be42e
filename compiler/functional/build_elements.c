/* build_elements.c: elements of arrays by constant indices, and what is done to each element. */
#include "compiler/functional/unary.h"

fn_slot *fn_build_size(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    unsigned dimensions = 0;
    for (const fn_type *t = array->type; t->kind == FN_ARRAY; t = t->parts[0])
        dimensions++;
    const fr_expr *d = e->items[1];
    if (d->kind != EX_INT || d->integer < 1 || d->integer > dimensions) {
        fr_report(b->d, RGC_ERROR, "R1001", d->span,
                  "the dimensions of this array are numbered 1 to %u", dimensions);
        return NULL;
    }
    fn_slot *extent = fn_add_slot(b, FN_LENGTH, &fn_real, e->span);
    extent->args[extent->arg_count++] = array;
    extent->part = (unsigned)(d->integer - 1);
    return extent;
}

/* ---- elements ---- */

static fn_slot *bad_index(fn_builder *b, const fr_expr *e)
{
    rgc_diagnostic *r = fr_report(b->d, RGC_ERROR, "R1001", e->span,
                                  "an index in an @fn is an integer from 1, 'end', or ':'");
    fr_help(b->d, r,
            "map, map2 and foldl go through the elements; an '@i function' takes any index");
    return NULL;
}

static fn_slot *element_at(fn_builder *b, const fr_expr *index, fn_slot *array)
{
    const bool last = index->kind == EX_END;
    if (!last && (index->kind != EX_INT || index->integer < 1))
        return bad_index(b, index);
    const size_t at = last ? array->arg_count : (size_t)index->integer;
    if (array->kind == FN_LIST && at <= array->arg_count)
        return array->args[at - 1];
    fn_slot *s = fn_add_slot(b, FN_AT, array->type->parts[0], index->span);
    s->op = last ? NULL : fr_format(b->d->arena, "%zu", at);
    s->element = true;
    s->args[s->arg_count++] = array;
    return s;
}

/* A[:, j]: the map of x -> x[j]. */
static fn_slot *elements_behind(fn_builder *b, const fr_expr *e, size_t index, fn_slot *s)
{
    while (index < e->count && e->items[index]->kind != EX_COLON) {
        if (s->type->kind != FN_ARRAY) {
            fr_report(b->d, RGC_ERROR, "R1001", e->span, "%zu indices are more than the array has",
                      e->count);
            return NULL;
        }
        if (!(s = element_at(b, e->items[index++], s)))
            return NULL;
    }
    if (index == e->count)
        return s;
    if (s->type->kind != FN_ARRAY)
        return bad_index(b, e->items[index]);
    fn_seq *body = fn_open_seq(b);
    fn_slot *element = fn_element_of(b, s);
    body->result = elements_behind(b, e, index + 1, element);
    fn_close_seq(b, body);
    if (!body->result || body->result == element)
        return body->result ? s : NULL;
    fn_slot *map = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    map->args[map->arg_count++] = s;
    map->bodies[0] = body;
    return map;
}

fn_slot *fn_build_elements(fn_builder *b, const fr_expr *e, fn_slot *array)
{
    return elements_behind(b, e, 0, array);
}

/* ---- element by element ---- */

fn_slot *fn_build_each(fn_builder *b, const fr_expr *e, size_t count, fn_slot *const *args)
{
    fn_slot *inner[FN_ARGUMENTS], *arrays[FN_ARGUMENTS];
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (args[i]->type->kind == FN_ARRAY)
            arrays[found++] = args[i];
    if (found == 0)
        return fn_build_one(b, e, count, args);
    fn_seq *body = fn_open_seq(b);
    for (size_t i = 0; i < count; i++)
        inner[i] = args[i]->type->kind == FN_ARRAY ? fn_element_of(b, args[i]) : args[i];
    body->result = fn_build_each(b, e, count, inner);
    fn_close_seq(b, body);
    if (!body->result || !fn_storable(b, e, body->result->type, "an element of the result"))
        return NULL;
    fn_slot *s = fn_add_slot(b, FN_MAP, fn_array(b->d->arena, body->result->type), e->span);
    for (size_t i = 0; i < found; i++)
        s->args[i] = arrays[i];
    s->arg_count = found;
    s->bodies[0] = body;
    return s;
}
