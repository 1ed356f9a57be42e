/* constructed.c: the type of a struct that is made, from what it is made of. */
#include <string.h>

#include "compiler/front/compound.h"

/* The type arguments of a struct, from the types of its fields where they are not written. */
static bool infer(fr_sema *s, const fr_expr *e, const fr_struct *d, const fr_type *actuals,
                  rg_type_base *out)
{
    fr_function scope = {.name = d->name, .where_count = d->variable_count, .wheres = d->variables};
    fr_binding *bindings = fr_alloc(s->arena, (d->variable_count + 1) * sizeof *bindings);
    fr_type *arguments = fr_alloc(s->arena, (d->variable_count + 1) * sizeof *arguments), found;
    for (size_t i = 0; i < d->field_count; i++) {
        fr_type actual = actuals[i];
        if (d->fields[i].type)
            (void)fr_match_type(s, d->fields[i].type, &scope, bindings, actual, false, &found);
        const fr_expr *t = d->fields[i].type;
        for (size_t k = 0; t && t->kind == EX_NAME && k < d->variable_count; k++)
            if (strcmp(d->variables[k], t->name) == 0 && bindings[k].type.base == RG_TYPE_INT
                && actual.base == RG_TYPE_FIXED)
                bindings[k].type = actual; /* an Int beside a Fixed is one */
    }
    for (size_t i = 0; i < d->variable_count; i++) {
        if (!bindings[i].bound) {
            fr_report(s->d, RGC_ERROR, "R0208", e->span,
                      "type variable '%s' of '%s' does not follow from the arguments",
                      d->variables[i], d->name);
            return false;
        }
        arguments[i] = bindings[i].type;
    }
    return fr_struct_type(s, d, arguments, e->span, out);
}

bool fr_wrong_arity(fr_sema *s, const fr_expr *e, const fr_struct *d, const char *name,
                    size_t count)
{
    if (e->count == count && e->keyword_count == 0)
        return false;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                  "'%s' is made of %zu part%s, not %zu", name, count,
                                  count == 1 ? "" : "s", e->count + e->keyword_count);
    if (d)
        fr_note(s->d, r, d->span, "defined here");
    return true;
}

bool fr_type_constructed(fr_sema *s, const fr_expr *e, const fr_struct *d, const fr_type *actuals,
                         rg_type_base *out)
{
    fr_type type;
    if (e->left->kind != EX_CURLY || e->left->count == 0)
        return infer(s, e, d, actuals, out);
    if (!fr_resolve_type(s, e->left, &type))
        return false;
    *out = type.base;
    return true;
}
