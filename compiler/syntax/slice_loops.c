/* slice_loops.c: loops over the columns or rows of a matrix. */
#include "compiler/syntax/slice_loops.h"

#include <string.h>

#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

static bool over_columns(const fr_stmt *s) { return fr_calls_name(s->value, "eachcol"); }

bool fr_runs_over_slices(const fr_stmt *s)
{
    return s->kind == ST_FOR && s->value && (over_columns(s) || fr_calls_name(s->value, "eachrow"))
           && s->value->count == 1 && s->value->keyword_count == 0;
}

static bool reads_written(const fr_expr *e, const fr_stmt *body)
{
    if (!e)
        return false;
    if (e->kind == EX_NAME)
        return fr_is_written(body, e->name);
    bool found = reads_written(e->left, body) || reads_written(e->right, body)
                 || reads_written(e->third, body);
    for (size_t i = 0; !found && i < e->count; i++)
        found = reads_written(e->items[i], body);
    return found;
}

/* Whether the body writes what says which elements the array has; it may write these. */
static bool is_moved(const fr_expr *array, const fr_stmt *body)
{
    bool found = array->kind != EX_NAME && array->left && is_moved(array->left, body);
    for (size_t i = 0; !found && i < array->count; i++)
        found = reads_written(array->items[i], body);
    return found;
}

static const fr_stmt *find_loop(const fr_stmt *list, const char *name)
{
    const fr_stmt *found = NULL;
    for (const fr_stmt *s = list; s && !found; s = s->next) {
        if (s->kind == ST_FOR && strcmp(s->name, name) == 0)
            return s;
        found = find_loop(s->body, name);
        found = found ? found : find_loop(s->other, name);
    }
    return found;
}

static void replace_in(fr_arena *arena, fr_stmt *list, const fr_replacement *by)
{
    for (fr_stmt *s = list; s; s = s->next) {
        fr_expr **parts[] = {&s->target, &s->value, &s->pre, &s->post};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            if (*parts[i])
                *parts[i] = fr_replace_names(arena, *parts[i], by, 1);
        replace_in(arena, s->body, by);
        replace_in(arena, s->other, by);
    }
}

void fr_loop_over_numbers(fr_diags *d, fr_stmt *s)
{
    const fr_span span = s->value->span;
    const bool columns = over_columns(s);
    fr_expr *array = s->value->items[0];
    const fr_stmt *inner = find_loop(s->body, s->name);
    if (inner)
        fr_report(d, RGC_ERROR, "R0302", inner->name_span, "'%s' exists already", s->name);
    if (inner || is_moved(array, s->body))
        return;
    fr_expr *all = fr_make_name(d->arena, s->name_span, ":"),
            *number = fr_make_name(d->arena, s->name_span, s->name);
    all->kind = EX_COLON;
    fr_expr *at[2] = {columns ? all : number, columns ? number : all},
            *dimension[2] = {array, fr_make_int(d->arena, span, columns ? 2 : 1)};
    const fr_replacement by = {s->name, fr_make_index(d->arena, s->name_span, array, 2, at)};
    replace_in(d->arena, s->body, &by);
    s->value = fr_make_range(d->arena, span, fr_make_int(d->arena, span, 1), NULL,
                             fr_make_call(d->arena, span, "size", 2, dimension));
}
