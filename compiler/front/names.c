/* names.c: nodes and names that depend on types and on the variables alive. */
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

fr_expr *fr_make_neutral(fr_sema *s, fr_span span, rg_type_base base)
{
    const fr_compound *c = fr_compound_of(s, base);
    if (!c) {
        fr_expr *type = fr_make_name(s->arena, span, fr_type_word(s, (fr_type){base, 0}));
        return fr_make_call(s->arena, span, base == RG_TYPE_LOG ? "one" : "zero", 1, &type);
    }
    fr_expr **parts = fr_alloc(s->arena, (c->count + 1) * sizeof *parts);
    for (size_t i = 0; i < c->count; i++)
        parts[i] = fr_make_neutral(s, span, c->types[i].base);
    fr_expr *e = fr_make_call(s->arena, span,
                              c->kind == FR_COMPLEX ? "complex"
                              : c->definition       ? c->definition->name
                                                    : "",
                              c->count, parts);
    if (c->kind == FR_TUPLE) {
        e->kind = EX_TUPLE;
        e->left = NULL;
    }
    return e;
}

const char *fr_fresh_name(fr_sema *s, const char *stem)
{
    const char *name;
    do
        name = fr_format(s->arena, "%s_%u", stem, ++s->fresh);
    while (fr_find_var(s, name));
    return name;
}

const char *fr_hidden_name(fr_sema *s, const char *text)
{
    return fr_format(s->arena, "%s#%u", text, ++s->fresh);
}

const fr_expr *fr_find_active(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    if (!e || (e->kind == EX_CALL && fr_reads_no_value(e)))
        return NULL;
    const char *root = fr_root_of(e);
    if (root) {
        const fr_var *v = fr_find_var(s, root);
        bool typed = v && v->live && v->kind != FR_VAR_KEYWORD && fr_place_type(s, e, &type);
        return typed && fr_is_active_type(s, type.base) ? e : NULL;
    }
    const fr_expr *found = e->kind == EX_CALL ? NULL : fr_find_active(s, e->left);
    if (!found)
        found = fr_find_active(s, e->right);
    if (!found)
        found = fr_find_active(s, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_find_active(s, e->items[i]);
    return found;
}
