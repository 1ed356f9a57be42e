/* build_named.c: products whose parts have names: (a = 1, b = 2), and structs of the program that a
 * function makes for itself. */
#include <string.h>

#include "compiler/front/sema.h"
#include "compiler/functional/unary.h"

bool fn_is_constructor(const fn_builder *b, const fr_expr *e)
{
    const fr_expr *name = e->left->kind == EX_CURLY ? e->left->left : e->left;
    return e->kind == EX_CALL && name->kind == EX_NAME && fn_find_struct(b->program, name->name)
           && !fn_find(b->program, name->name);
}

/* The value as the type of the field has it, where that is a number. */
static fn_slot *for_field(fn_builder *b, const fr_field *field, const fr_expr *e, fn_slot *value)
{
    bool scalar = false;
    const bool named = field->type && field->type->kind == EX_NAME;
    const rg_type_base base = named ? fr_base_named(field->type->name, &scalar) : RG_TYPE_FIXED;
    const bool real = scalar && base == RG_TYPE_FIXED && value->type->kind == FN_WHOLE;
    const bool whole = scalar && base == RG_TYPE_INT && value->type->kind == FN_REAL;
    fr_expr *item = (fr_expr *)(uintptr_t)e;
    return real || whole ? fn_converted(
               b, fr_make_call(b->d->arena, e->span, whole ? "Int" : "Float64", 1, &item), value)
                         : value;
}

/* Struct(a, b) */
fn_slot *fn_struct_of(fn_builder *b, const fr_expr *e, fn_slot *const *given)
{
    const fr_expr *name = e->left->kind == EX_CURLY ? e->left->left : e->left;
    const fr_struct *s = fn_find_struct(b->program, name->name);
    const fn_type *types[FN_ARGUMENTS];
    fn_slot *parts[FN_ARGUMENTS];
    const char *names = "";
    if (e->count != s->field_count || e->count > FN_ARGUMENTS || e->keyword_count > 0) {
        rgc_diagnostic *r = fr_report(b->d, RGC_ERROR, "R0604", e->span,
                                      "'%s' takes %zu argument%s, not %zu", s->name, s->field_count,
                                      s->field_count == 1 ? "" : "s", e->count);
        fr_note(b->d, r, s->span, "it is defined here");
        return NULL;
    }
    for (size_t i = 0; i < e->count; i++) {
        if (!(parts[i] = for_field(b, &s->fields[i], e->items[i], given[i])))
            return NULL;
        types[i] = parts[i]->type;
        names = fr_format(b->d->arena, "%s%s%s", names, i ? "," : "", s->fields[i].name);
    }
    const fn_type *type = fn_product(b->d->arena, e->count, types);
    return fn_with_args(
        fn_add_slot(b, FN_PAIR, fn_named(b->d->arena, type, names, s->name), e->span), e->count,
        parts);
}

uint64_t fn_part_named(const fn_type *t, const char *name)
{
    const size_t length = strlen(name);
    uint64_t part = 1;
    for (const char *at = t->names; at; part++) {
        const size_t here = strcspn(at, ",");
        if (here == length && memcmp(at, name, length) == 0)
            return part;
        at = at[here] ? at + here + 1 : NULL;
    }
    return 0;
}

bool fn_takes_struct(const fn_builder *b, const fr_expr *type)
{
    const fr_expr *name = type && type->kind == EX_CURLY ? type->left : type;
    return name && name->kind == EX_NAME
           && (strcmp(name->name, "NamedTuple") == 0 || fn_find_struct(b->program, name->name));
}

bool fn_suits_struct(const fn_type *t, const fr_expr *type)
{
    const fr_expr *name = type->kind == EX_CURLY ? type->left : type;
    if (strcmp(name->name, "NamedTuple") == 0)
        return t->names && !t->tag;
    return t->tag && strcmp(t->tag, name->name) == 0;
}
