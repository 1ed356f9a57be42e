/* build_part.c: fields of a struct and parts of a tuple. */
#include <stdlib.h>
#include <string.h>

#include "compiler/functional/unary.h"

fn_slot *fn_project(fn_builder *b, fn_slot *slot, unsigned part, fr_span span)
{
    if (slot->kind == FN_PAIR)
        return slot->args[part];
    fn_slot *s = fn_add_slot(b, FN_PROJ, slot->type->parts[part], span);
    s->part = part;
    return fn_with_args(s, 1, &slot);
}

fn_slot *fn_not_here(fn_builder *b, const fr_expr *e, const char *what)
{
    rgc_diagnostic *r =
        fr_report(b->d, RGC_ERROR, "R1001", e->span, "%s cannot stand in an @fn", what);
    fr_help(b->d, r,
            "an @fn is one expression: let, pairs, scalar functions, '?:', map, map2, foldl and "
            "other @fn");
    return NULL;
}

fn_slot *fn_no_text(fn_builder *b, const fr_expr *e)
{
    fr_help(b->d, fr_report(b->d, RGC_ERROR, "R1001", e->span, "a text is no value here"),
            "take a number for it, as in 'const circle = 1', and compare with that name");
    return NULL;
}

/* p[1] or p.:1; 0: neither. */
static uint64_t part_number(const fr_expr *e)
{
    if (e->kind == EX_FIELD)
        return strspn(e->name, "0123456789") == strlen(e->name) ? strtoull(e->name, NULL, 10) : 0;
    return e->count == 1 && e->items[0]->kind == EX_INT ? e->items[0]->integer : 0;
}

static fn_slot *no_part(fn_builder *b, const fr_expr *e, const fn_slot *s)
{
    if (!s->type->names && s->type->kind == FN_PRODUCT) {
        fr_help(b->d,
                fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                          "the parts of this product have no names here, or not always the same"),
                "give them the same names in the same order in all branches: (a = 1, b = 2)");
        return NULL;
    }
    if (!s->type->names)
        return fn_not_here(b, e, "a field");
    fr_help(b->d,
            fr_report(b->d, RGC_ERROR, "R0203", e->span, "there is no part '%s' of this value",
                      e->name),
            "its parts are %s", s->type->names);
    return NULL;
}

fn_slot *fn_part_of(fn_builder *b, const fr_expr *e, fn_slot *s)
{
    uint64_t part = part_number(e);
    if (e->kind == EX_FIELD && part == 0 && !(part = fn_part_named(s->type, e->name)))
        return no_part(b, e, s);
    if (s->type->kind != FN_PRODUCT) {
        rgc_diagnostic *r = fn_mismatch(
            b, s, e->kind == EX_INDEX ? "Vector{Fixed}" : "Tuple{Fixed, Fixed}", "R1001", e->span,
            fr_format(b->d->arena, "only arrays and products have numbered parts, this is %s",
                      fn_type_words(b->d->arena, s->type)));
        if (s->type->kind == FN_ARRAY)
            fr_help(b->d, r, "an element of an array is v[1]");
        return NULL;
    }
    if (part < 1 || part > s->type->count) {
        fr_report(b->d, RGC_ERROR, "R1001", e->span,
                  "the parts of this product are numbered 1 to %zu", s->type->count);
        return NULL;
    }
    return fn_project(b, s, (unsigned)(part - 1), e->span);
}
