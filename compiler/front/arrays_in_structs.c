/* arrays_in_structs.c: s <- State(zeros(Fixed, n), 0.0), t <- (zeros(Fixed, n), 0.0): structs and
 * tuples some of whose fields are arrays, made by a routine. */
#include "compiler/front/compound.h"

static const fr_struct *struct_made(fr_sema *s, const fr_expr *e)
{
    const fr_expr *head = e->kind != EX_CALL          ? NULL
                          : e->left->kind == EX_CURLY ? e->left->left
                                                      : e->left;
    const fr_struct *d = head && head->kind == EX_NAME ? fr_find_struct(s, head->name) : NULL;
    return d && !d->abstract ? d : NULL;
}

bool fr_makes_holder(fr_sema *s, const fr_expr *e)
{
    bool found = false;
    if (e->kind != EX_TUPLE && !struct_made(s, e))
        return false;
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_makes_array(s, e->items[i]) || fr_makes_holder(s, e->items[i]);
    return found;
}

/* The type of one field. */
static bool field_type(fr_sema *s, const fr_expr *field, fr_type *out)
{
    fr_shape shape;
    if (fr_makes_holder(s, field))
        return fr_holder_type(s, field, out);
    if (fr_makes_array(s, field)) {
        bool ok = fr_array_shape(s, field, &shape);
        *out = shape.type;
        return ok;
    }
    fr_value v = fr_lower_expr(s, field);
    *out = (fr_type){v.base, 0};
    return v.ok;
}

/* False after a report that the fields do not have the types that the struct declares. */
static bool fields_suit(fr_sema *s, const fr_expr *e, const fr_struct *d, const fr_compound *c,
                        const fr_type *actuals)
{
    for (size_t i = 0; i < c->count; i++)
        if ((c->types[i].rank > 0 || actuals[i].rank > 0)
            && (c->types[i].rank != actuals[i].rank || c->types[i].base != actuals[i].base)) {
            rgc_diagnostic *r = fr_report(
                s->d, RGC_ERROR, "R0208", e->items[i]->span, "field '%s' is a %s, this is a %s",
                c->names[i], fr_type_text(s, c->types[i]), fr_type_text(s, actuals[i]));
            fr_note(s->d, r, d->fields[i].span, "declared here");
            return false;
        }
    return true;
}

bool fr_holder_type(fr_sema *s, const fr_expr *e, fr_type *out)
{
    const fr_struct *d = struct_made(s, e);
    fr_type actuals[FR_MOST_PARTS];
    *out = (fr_type){RG_TYPE_FIXED, 0};
    if ((d && fr_wrong_arity(s, e, d, d->name, d->field_count)) || e->count > FR_MOST_PARTS)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!field_type(s, e->items[i], &actuals[i]))
            return false;
    if (!d)
        out->base = fr_tuple_type(s, e->count, actuals);
    else if (!fr_type_constructed(s, e, d, actuals, &out->base))
        return false;
    return !d || fields_suit(s, e, d, fr_compound_of(s, out->base), actuals);
}

static bool emit_field(fr_sema *s, const fr_stmt *st, const fr_var *v, const fr_expr *e, bool free)
{
    fr_shape shape;
    fr_value x;
    ir_loc loc = fr_loc(s, st->span);
    if (fr_makes_holder(s, e))
        return fr_emit_holder(s, st, v, e, free);
    if (fr_makes_array(s, e)) {
        if (!fr_array_shape(s, e, &shape))
            return false;
        fr_emit_array(s, st, loc, v, free, &shape);
        return true;
    }
    fr_value given = fr_lower_expr(s, e);
    if (!fr_is_compound(v->type.base))
        x = given;
    else if (!fr_compound_as(s, given, v->type.base, &x))
        return false;
    if (x.ok)
        fr_emit_parts(s, st, loc, v, x, free);
    return x.ok;
}

bool fr_emit_holder(fr_sema *s, const fr_stmt *st, const fr_var *v, const fr_expr *e, bool free)
{
    for (size_t i = 0; i < e->count; i++) {
        size_t at = free ? e->count - 1 - i : i; /* arrays are freed last first */
        if (!emit_field(s, st, v->parts[at], e->items[at], free))
            return false;
    }
    return true;
}
