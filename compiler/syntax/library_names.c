/* library_names.c: names that a program takes from a library. */
#include "compiler/syntax/library_names.h"

#include <string.h>

#include "compiler/syntax/tree.h"

typedef struct {
    fr_arena *arena;
    const char *from, *to;
} renaming;

static bool of_library(const fr_diags *d, fr_span span) { return d->sources[span.file].library; }

static bool is_taken(const fr_diags *d, const fr_program *program, const fr_functional *f)
{
    for (const fr_functional *g = program->functionals; g; g = g->next)
        if (strcmp(g->name, f->name) == 0 && !of_library(d, g->span))
            return true;
    for (const fr_struct *s = program->structs; s; s = s->next)
        if (strcmp(s->name, f->name) == 0 && !of_library(d, s->span))
            return true;
    for (const fr_function *g = fr_find_function(program, f->name); g; g = g->next_of_name)
        if (!of_library(d, g->span))
            return true;
    for (const fr_function *g = fr_find_update(d->arena, program, f->name); g; g = g->next_of_name)
        if (!of_library(d, g->span))
            return true;
    return false;
}

static fr_expr *renamed(void *context, const fr_expr *e)
{
    const renaming *r = context;
    if (!e)
        return NULL;
    if (e->kind == EX_NAME && strcmp(e->name, r->from) == 0)
        return fr_make_name(r->arena, e->span, r->to);
    fr_expr *copy = fr_with_arguments(r->arena, e, renamed, context);
    copy->left = renamed(context, e->left);
    copy->right = renamed(context, e->right);
    copy->third = renamed(context, e->third);
    return copy;
}

static void rename_calls(const fr_diags *d, fr_program *program, renaming *r)
{
    for (fr_functional *f = program->functionals; f; f = f->next) {
        if (!of_library(d, f->span))
            continue;
        f->body = renamed(r, f->body);
        if (f->derives && strcmp(f->derives, r->from) == 0)
            f->derives = r->to;
    }
}

void fr_hide_library_names(fr_diags *d, fr_program *program)
{
    for (fr_functional *f = program->functionals; f; f = f->next) {
        if (!of_library(d, f->span) || f->derives || !is_taken(d, program, f))
            continue;
        renaming r = {d->arena, f->name, fr_format(d->arena, "%s_of_library", f->name)};
        rename_calls(d, program, &r);
        fn_rename(d->arena, program, f, r.to);
    }
}
