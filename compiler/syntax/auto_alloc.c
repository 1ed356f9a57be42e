/* auto_alloc.c: with what @auto_alloc f(out, args...) makes out. */
#include "compiler/syntax/auto_alloc.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

enum { MOST_NAMES = 24 };

/* Of the type variable T: an argument of type T, or an element of one of type AbstractArray{T}. */
static fr_expr *sample_of(fr_parser *p, const fr_allocator *a, const fr_expr *call,
                          const char *name)
{
    for (size_t i = 0; i < a->head.param_count; i++) {
        const fr_expr *type = a->head.params[i].type;
        fr_expr *x = call->items[i + 1], *one = fr_make_int(p->d->arena, x->span, 1);
        if (fr_is_named(type, name))
            return x;
        if (type && type->kind == EX_CURLY && type->count > 0 && fr_is_named(type->items[0], name))
            return fr_make_index(p->d->arena, x->span, x, 1, &one);
    }
    return NULL;
}

/* Its text has the names of the definition, so its calls are printed part by part. */
static void respell(fr_expr *e)
{
    for (size_t i = 0; e->kind == EX_CALL && i < e->count; i++)
        respell(e->items[i]);
    e->respelled = e->respelled || e->kind == EX_CALL;
}

static fr_expr *given(fr_parser *p, const fr_allocator *a, const fr_expr *call)
{
    fr_replacement by[MOST_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < a->head.param_count && count < MOST_NAMES; i++)
        by[count++] = (fr_replacement){a->head.params[i].name, call->items[i + 1]};
    for (size_t i = 0; i < a->head.where_count && count < MOST_NAMES; i++) {
        fr_expr *sample = sample_of(p, a, call, a->head.wheres[i]);
        if (sample)
            by[count++] = (fr_replacement){a->head.wheres[i], sample};
    }
    respell(a->value);
    return fr_replace_names(p->d->arena, a->value, by, count);
}

fr_expr *fr_allocation(fr_parser *p, const fr_expr *call)
{
    for (const fr_allocator *a = p->program->allocators; a; a = a->next)
        if (fr_is_named(call->left, a->name) && a->head.param_count + 1 == call->count)
            return given(p, a, call);
    if (call->count < 2) {
        fr_help(p->d,
                fr_report(p->d, RGC_ERROR, "R0112", call->span,
                          "@auto_alloc cannot tell what '%s' is", call->items[0]->name),
                "allocate it before: %s <- 0.0", call->items[0]->name);
        p->panic = true;
        return NULL;
    }
    return fr_make_call(p->d->arena, call->items[1]->span, "zero", 1, &call->items[1]);
}
