/* build_field.c: field#(p, e, p.x), which is what p.x = e makes of p: the struct with another
 * field.
 */
#include "compiler/functional/unary.h"
#include "compiler/syntax/tree.h"

static fn_slot *refuse(fn_builder *b, const fr_expr *e, const fn_slot *s, const char *help)
{
    fr_help(b->d,
            fr_report(fn_mistyped(b), RGC_ERROR, "R1002", e->span,
                      "this is %s, whose fields are not assigned",
                      fn_type_words(b->d->arena, s->type)),
            "%s", help);
    return NULL;
}

fn_slot *fn_put_field(fn_builder *b, const fr_expr *e, fn_slot *s, fn_slot *value)
{
    const fr_expr *target = e->items[2];
    fn_slot *parts[FN_ARGUMENTS];
    fr_expr *items[FN_ARGUMENTS];
    const fr_struct *of = s->type->tag ? fn_find_struct(b->program, s->type->tag) : NULL;
    if (!of || s->type->kind != FN_PRODUCT || of->field_count > FN_ARGUMENTS)
        return refuse(b, target, s, "only a 'mutable struct' of the program has such fields");
    if (!of->mutable)
        return refuse(b, target, s,
                      "write 'mutable struct' where it is defined, or make another one");
    const uint64_t part = fn_part_named(s->type, target->name);
    if (part == 0)
        return fn_part_of(b, target, s);
    for (size_t i = 0; i < of->field_count; i++) {
        parts[i] = i + 1 == part ? value : fn_project(b, s, (unsigned)i, e->span);
        items[i] = i + 1 == part ? e->items[1] : e->items[0];
        if (!parts[i])
            return NULL;
    }
    return fn_struct_of(b, fr_make_call(b->d->arena, e->span, of->name, of->field_count, items),
                        parts);
}
