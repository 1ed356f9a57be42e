/* dots.c: statements that get dots: all behind @., and those on parameters of type
 * AutoBcast{T, N}. */
#include "compiler/syntax/dots.h"

#include <string.h>

#include "compiler/syntax/tree.h"

enum { MOST = 32 };

/* What has elements. */
typedef struct {
    fr_arena *arena;
    bool all; /* behind @.: whatever can have them */
    size_t count;
    const char *names[MOST];
} vectors;

static bool is_auto_bcast(const fr_expr *type)
{
    const fr_expr *name = type && type->kind == EX_CURLY ? type->left : type;
    return name && name->kind == EX_NAME && strcmp(name->name, "AutoBcast") == 0;
}

static bool mentions(const vectors *v, const fr_expr *e)
{
    if (!e || (e->kind == EX_CALL && fr_reads_no_value(e)))
        return false;
    if (v->all)
        return e->kind != EX_INDEX;
    bool found = e->kind != EX_INDEX
                 && (mentions(v, e->left) || mentions(v, e->right) || mentions(v, e->third));
    for (size_t i = 0; e->kind == EX_NAME && !found && i < v->count; i++)
        found = strcmp(v->names[i], e->name) == 0;
    for (size_t i = 0; !found && i < e->count; i++)
        found = mentions(v, e->items[i]);
    return found;
}

static fr_expr *dotted(const vectors *v, const fr_expr *e)
{
    if (!e || !mentions(v, e) || e->kind == EX_NAME)
        return (fr_expr *)(uintptr_t)e;
    fr_expr *copy = fr_alloc(v->arena, sizeof *copy);
    *copy = *e;
    copy->left = e->kind == EX_CALL ? e->left : dotted(v, e->left);
    copy->right = dotted(v, e->right);
    copy->third = dotted(v, e->third);
    copy->items = fr_alloc(v->arena, (e->count + 1) * sizeof *copy->items);
    for (size_t i = 0; i < e->count; i++)
        copy->items[i] = dotted(v, e->items[i]);
    if (e->kind == EX_BINARY)
        copy->token = fr_dotted(e->token);
    if (e->kind == EX_CALL)
        copy->kind = EX_DOTCALL;
    return copy;
}

static void dot_list(const vectors *v, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        if (s->kind == ST_UPDATE && (v->all || mentions(v, s->target))) {
            s->token = fr_dotted(s->token);
            s->value = dotted(v, s->value);
            s->dots = v->all;
        }
        if (s->kind == ST_CALL && s->value->kind == EX_CALL && mentions(v, s->value))
            s->value->kind = EX_DOTCALL;
        dot_list(v, s->body);
        dot_list(v, s->other);
    }
}

/* Vector{T} in place of AutoBcast{T, N}; its number of elements is checked where the body begins.
 */
static void as_vector(fr_arena *arena, fr_function *f, fr_param *p)
{
    fr_expr *type = p->type, *array = fr_alloc(arena, sizeof *array);
    *array = *type;
    fr_expr *name = fr_make_name(arena, type->span, "AbstractVector");
    if (type->kind != EX_CURLY) {
        p->type = name;
        return;
    }
    array->left = name;
    array->count = 1;
    p->type = array;
    if (type->count != 2 || type->items[1]->kind != EX_INT)
        return;
    fr_expr *self = fr_make_name(arena, p->span, p->name);
    fr_expr *length = fr_make_call(arena, p->span, "length", 1, &self);
    fr_stmt *check = fr_make_stmt(arena, ST_ASSERT, p->span);
    check->name = p->name;
    check->value = fr_make_binary(arena, TOK_EQ, length, type->items[1]);
    f->body = fr_chain(check, f->body);
}

static bool asks_extent(const fr_expr *e, const void *unused)
{
    (void)unused;
    return fr_calls_name(e, "length") || fr_calls_name(e, "size");
}

fr_expr *fr_with_dots(fr_parser *p, const fr_expr *e)
{
    const vectors v = {.arena = p->d->arena, .all = true};
    if (!fr_any_in(e, asks_extent, NULL))
        return dotted(&v, e);
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R1010", e->span,
                      "behind '@.' length and size get dots, too, and ask each number"),
            "compute it before: n = length(v)");
    p->panic = true;
    return NULL;
}

void fr_put_dots(fr_arena *arena, fr_stmt *list)
{
    const vectors v = {.arena = arena, .all = true};
    dot_list(&v, list);
}

void fr_dot_auto_bcasts(fr_arena *arena, fr_program *program)
{
    for (fr_function *f = program->functions; f; f = f->next) {
        vectors v = {.arena = arena};
        for (size_t i = 0; i < f->param_count; i++)
            if (is_auto_bcast(f->params[i].type) && v.count < MOST)
                v.names[v.count++] = f->params[i].name;
        if (v.count == 0)
            continue;
        dot_list(&v, f->body);
        for (size_t i = 0; i < f->param_count; i++)
            if (is_auto_bcast(f->params[i].type))
                as_vector(arena, f, &f->params[i]);
    }
}
