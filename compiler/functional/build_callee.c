/* build_callee.c: what is called and is no name of a function: f ∘ g, and values of a struct for
 * which the program says (l::Line)(x) = ... */
#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/callable.h"
#include "compiler/syntax/tree.h"

const fn_env *fn_bound(const fn_builder *b, const char *name)
{
    const fn_env *v = b->env;
    while (v && strcmp(v->name, name) != 0)
        v = v->next;
    return v;
}

fn_slot *fn_slot_named(const fn_builder *b, const char *name)
{
    const fn_env *v = fn_bound(b, name);
    return v ? v->slot : NULL;
}

const char *fn_callable(const fn_builder *b, const fn_slot *value, size_t arguments)
{
    const char *tag = value && value->type->kind == FN_PRODUCT ? value->type->tag : NULL;
    const char *name = tag ? fr_callable_name(b->d->arena, tag, arguments) : NULL;
    for (size_t n = 0; name && !fn_find(b->program, name) && n < FN_ARGUMENTS; n++) {
        const char *other = fr_callable_name(b->d->arena, tag, n);
        if (fn_find(b->program, other)) /* which says how many it takes */
            return other;
    }
    return name && fn_find(b->program, name) ? name : NULL;
}

bool fn_is_composed(const fr_expr *f) { return f->kind == EX_BINARY && f->token == TOK_COMPOSE; }

bool fn_may_be_value(const fn_builder *b, const fr_expr *f)
{
    return f->kind == EX_FIELD || f->kind == EX_INDEX
           || (f->kind == EX_CALL && fn_is_constructor(b, f));
}

fr_expr *fn_call_by(fn_builder *b, const fr_expr *e, const char *name)
{
    fr_expr *items[FN_ARGUMENTS];
    if (e->count + 1 > FN_ARGUMENTS || e->keyword_count > 0)
        return NULL;
    items[0] = e->left;
    for (size_t i = 0; i < e->count; i++)
        items[i + 1] = e->items[i];
    return fr_make_call(b->d->arena, e->span, name, e->count + 1, items);
}
