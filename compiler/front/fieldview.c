/* fieldview.c: name(x) and x |> name of an @fieldview stand for its right side. They are put in before anything looks at the statement, so
 * that a view is a part like any other: read, changed, passed, and told apart from the parts beside it. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/tree.h"

static const fr_field_view *find_view(const fr_sema *s, const char *name)
{
    for (const fr_field_view *v = s->program->views; v; v = v->next)
        if (strcmp(v->name, name) == 0)
            return v;
    return NULL;
}

/* The right side e of a view with x in the place of its parameter; it stands where the view is used. */
static fr_expr *substituted(fr_sema *s, const fr_expr *e, const char *name, const fr_expr *x, fr_span at)
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
    if (v->param.type && fr_match_type(s, v->param.type, &scope, &none, type, false, &concrete) == 0)
        return NULL;
    return substituted(s, v->value, v->param.name, whole, e->span);
}

static fr_expr *replaced(fr_sema *s, const fr_expr *e, bool *changed);

static fr_expr **replaced_all(fr_sema *s, fr_expr *const *items, size_t count, bool *changed)
{
    fr_expr **out = fr_alloc(s->arena, (count + 1) * sizeof *out);
    for (size_t i = 0; i < count; i++)
        out[i] = replaced(s, items[i], changed);
    return out;
}

/* e without views; e itself where it has none. */
static fr_expr *replaced(fr_sema *s, const fr_expr *e, bool *changed)
{
    if (!e)
        return NULL;
    bool inner = false;
    fr_expr copy = *e;
    copy.left = replaced(s, e->left, &inner);
    copy.right = replaced(s, e->right, &inner);
    copy.third = replaced(s, e->third, &inner);
    if (e->count > 0)
        copy.items = replaced_all(s, e->items, e->count, &inner);
    if (e->keyword_count > 0) {
        copy.keywords = fr_alloc(s->arena, e->keyword_count * sizeof *copy.keywords);
        for (size_t i = 0; i < e->keyword_count; i++) {
            copy.keywords[i] = e->keywords[i];
            copy.keywords[i].value = replaced(s, e->keywords[i].value, &inner);
        }
    }
    fr_expr *field = field_of(s, inner ? &copy : e);
    *changed = *changed || inner || field;
    if (field || !inner)
        return field ? field : (fr_expr *)(uintptr_t)e;
    fr_expr *out = fr_alloc(s->arena, sizeof *out);
    *out = copy;
    return out;
}

const fr_stmt *fr_without_field_views(fr_sema *s, const fr_stmt *st)
{
    if (!s->program->views)
        return st;
    bool changed = false;
    fr_stmt copy = *st;
    copy.target = replaced(s, st->target, &changed);
    copy.value = replaced(s, st->value, &changed);
    copy.pre = replaced(s, st->pre, &changed);
    copy.post = replaced(s, st->post, &changed);
    if (!changed)
        return st;
    fr_stmt *out = fr_alloc(s->arena, sizeof *out);
    *out = copy;
    return out;
}
