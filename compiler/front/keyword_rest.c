/* keyword_rest.c: f(args...; k, kwargs...), a routine that passes on keyword arguments it does not
 * name. It is compiled once for each set of their names, which are its own keywords then. */
#include <string.h>

#include "compiler/front/expand.h"

enum { MOST_KEYWORDS = 32 };

/* The keywords that stand for kwargs... in the version at work. */
typedef struct {
    fr_sema *s;
    const char *rest;
    size_t count;
    const fr_keyword *all[MOST_KEYWORDS];
} passed;

static bool is_rest(const fr_keyword *k) { return strcmp(k->name, "...") == 0; }

static bool has_rest(const fr_expr *call)
{
    for (size_t i = 0; i < call->keyword_count; i++)
        if (is_rest(&call->keywords[i]))
            return true;
    return false;
}

/* call with the keywords of p where it passes kwargs... on; p NULL: there are none. */
static fr_expr *with_passed(fr_sema *s, const fr_expr *call, const passed *p)
{
    fr_expr *copy = fr_alloc(s->arena, sizeof *copy);
    *copy = *call;
    copy->keywords =
        fr_alloc(s->arena, (call->keyword_count + MOST_KEYWORDS) * sizeof *copy->keywords);
    copy->keyword_count = 0;
    for (size_t i = 0; i < call->keyword_count; i++) {
        const fr_keyword *k = &call->keywords[i];
        if (!is_rest(k)) {
            copy->keywords[copy->keyword_count++] = *k;
            continue;
        }
        for (size_t j = 0; p && j < p->count; j++)
            copy->keywords[copy->keyword_count++] = (fr_keyword){
                p->all[j]->name, k->span, fr_make_name(s->arena, k->span, p->all[j]->name)};
    }
    return copy;
}

static fr_stmt *copy_list(const passed *p, const fr_stmt *list)
{
    fr_stmt *first = NULL, **tail = &first;
    for (; list; list = list->next) {
        fr_stmt *copy = fr_alloc(p->s->arena, sizeof *copy);
        *copy = *list;
        copy->next = NULL;
        if (list->kind == ST_CALL && has_rest(list->value))
            copy->value = with_passed(p->s, list->value, p);
        copy->body = copy_list(p, list->body);
        copy->other = copy_list(p, list->other);
        *tail = copy;
        tail = &copy->next;
    }
    return first;
}

static bool names_keyword(const fr_function *f, const char *name)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i].keyword && strcmp(f->params[i].name, name) == 0)
            return true;
    return false;
}

/* The version of f that has the keywords of p; its name is f;a,b. */
static void add_version(fr_sema *s, const fr_function *f, const passed *p, const char *name)
{
    fr_function *v = fr_alloc(s->arena, sizeof *v);
    *v = *f;
    v->next = v->next_of_name = NULL;
    v->keyword_rest = NULL;
    v->name = name;
    v->params = fr_alloc(s->arena, (f->param_count + p->count) * sizeof *v->params);
    memcpy(v->params, f->params, f->param_count * sizeof *v->params);
    for (size_t i = 0; i < p->count; i++)
        v->params[v->param_count++] =
            (fr_param){.name = p->all[i]->name, .span = p->all[i]->span, .keyword = true};
    v->body = copy_list(p, f->body);
    fr_add_function(s->arena, (fr_program *)(uintptr_t)s->program, v);
}

static const fr_function *with_rest(fr_sema *s, const char *name)
{
    const fr_function *f = fr_find_function(s->program, name);
    while (f && !f->keyword_rest)
        f = f->next_of_name;
    return f;
}

fr_stmt *fr_expand_keyword_rest(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value;
    if (st->kind != ST_CALL || (e->kind != EX_CALL && e->kind != EX_DOTCALL)
        || e->left->kind != EX_NAME)
        return NULL;
    const fr_function *f = with_rest(s, e->left->name);
    if (!f && !has_rest(e))
        return NULL;
    fr_stmt *out = fr_alloc(s->arena, sizeof *out);
    *out = *st;
    out->next = NULL;
    out->value = with_passed(s, e, NULL); /* of a routine that was given none */
    if (!f)
        return out;
    passed p = {.s = s, .rest = f->keyword_rest};
    const char *name = fr_format(s->arena, "%s;", f->name);
    for (size_t i = 0; i < out->value->keyword_count && p.count < MOST_KEYWORDS; i++)
        if (!names_keyword(f, out->value->keywords[i].name)) {
            p.all[p.count++] = &out->value->keywords[i];
            name = fr_format(s->arena, "%s%s%s", name, p.count > 1 ? "," : "",
                             out->value->keywords[i].name);
        }
    if (!fr_find_function(s->program, name))
        for (const fr_function *g = f; g; g = g->next_of_name)
            if (g->keyword_rest)
                add_version(s, g, &p, name);
    out->value->left = fr_make_name(s->arena, e->left->span, name);
    return out;
}
