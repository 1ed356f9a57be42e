/* fieldview.c: name(x) and x |> name of an @fieldview stand for its right side. They are put in
 * before anything looks at the statement, so that a view is a part like any other: read, changed,
 * passed, and told apart from the parts beside it. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

static const fr_field_view *find_view(const fr_sema *s, const char *name)
{
    for (const fr_field_view *v = s->program->views; v; v = v->next)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

/* The right side e of a view with x for its parameter. It stands where the view is used. */
static fr_expr *substituted(fr_sema *s, const fr_expr *e, const char *name, const fr_expr *x,
                            fr_span at)
{
    if (e->kind == EX_NAME && strcmp(e->name, name) == 0)
        return (fr_expr *)(uintptr_t)x;
    fr_expr *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *e;
    copy->span = at;
    if (e->left)
        copy->left = substituted(s, e->left, name, x, at);
    return copy;
}

static fr_expr *field_of(fr_sema *s, const fr_expr *e)
{
    const fr_expr *f = NULL, *whole = NULL;
    if (e->kind == EX_BINARY && e->token == TOK_PIPE)
        f = e->right, whole = e->left;
    else if (e->kind == EX_CALL && e->count == 1 && e->keyword_count == 0)
        f = e->left, whole = e->items[0];
    const fr_field_view *v = f && f->kind == EX_NAME ? find_view(s, f->name) : NULL;
    fr_type type;
    if (!v || !fr_place_type(s, whole, &type))
        return NULL;
    fr_binding none = {0};
    fr_type concrete;
    fr_function scope = {.name = v->name};
    if (v->param.type
        && fr_match_type(s, v->param.type, &scope, &none, type, false, &concrete) == 0)
        return NULL;
    return substituted(s, v->value, v->param.name, whole, e->span);
}

typedef struct {
    fr_sema *s;
    bool changed;
} replacement;

/* e without views; e itself where it has none. */
static fr_expr *replaced(void *context, const fr_expr *e)
{
    replacement *r = context, inner = {.s = r->s};
    if (!e)
        return NULL;
    fr_expr *copy = fr_with_arguments(r->s->arena, e, replaced, &inner);
    copy->left = replaced(&inner, e->left);
    copy->right = replaced(&inner, e->right);
    copy->third = replaced(&inner, e->third);
    if (!inner.changed)
        copy = (fr_expr *)(uintptr_t)e;
    fr_expr *field = field_of(r->s, copy);
    r->changed = r->changed || inner.changed || field;
    return field ? field : copy;
}

const fr_stmt *fr_without_field_views(fr_sema *s, const fr_stmt *st)
{
    if (!s->program->views)
        return st;
    replacement r = {.s = s};
    fr_stmt copy = *st;
    copy.target = replaced(&r, st->target);
    copy.value = replaced(&r, st->value);
    copy.pre = replaced(&r, st->pre);
    copy.post = replaced(&r, st->post);
    if (!r.changed)
        return st;
    fr_stmt *out = fr_alloc(s->arena, sizeof *out);
    *out = copy;
    return out;
}
