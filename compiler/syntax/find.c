/* find.c: definitions of a program by their names. */
#include <string.h>

#include "compiler/syntax/tree.h"

static bool is_overload(const void *item, const void *name)
{
    return strcmp(((const fr_overloads *)item)->name, name) == 0;
}

static fr_overloads *overloads_of(const fr_program *program, const char *name)
{
    return fr_index_find(&program->overloads, fr_hash_text(name), is_overload, name);
}

const fr_function *fr_find_function(const fr_program *program, const char *name)
{
    const fr_overloads *all = overloads_of(program, name);
    return all ? all->first : NULL;
}

const fr_update_form fr_updates[FR_UPDATES] = {
    {TOK_ADDEQ, TOK_SUBEQ, "+="}, {TOK_MULEQ, TOK_DIVEQ, "*="}, {TOK_XOREQ, TOK_XOREQ, "⊻="}};

const char *fr_name_update(fr_arena *arena, size_t form, const char *name)
{
    return fr_format(arena, "%s%s", fr_updates[form].prefix, name);
}

const fr_function *fr_find_update(fr_arena *arena, const fr_program *program, const char *name)
{
    const fr_function *f = NULL;
    for (size_t i = 0; !f && i < FR_UPDATES; i++)
        f = fr_find_function(program, fr_name_update(arena, i, name));
    return f;
}

void fr_add_function(fr_arena *arena, fr_program *program, fr_function *f)
{
    fr_overloads *all = overloads_of(program, f->name);
    if (!all) {
        all = fr_alloc(arena, sizeof *all);
        all->name = f->name;
        fr_index_add(arena, &program->overloads, fr_hash_text(f->name), all);
    }
    if (all->first)
        all->last->next_of_name = f;
    else
        all->first = f;
    all->last = f;
    if (program->last_function)
        program->last_function->next = f;
    else
        program->functions = f;
    program->last_function = f;
}

void fr_drop_functions(fr_program *program, fr_function *last)
{
    for (fr_function *f = last ? last->next : NULL; f; f = f->next) {
        fr_overloads *all = overloads_of(program, f->name);
        fr_function *kept = NULL;
        for (fr_function *g = all->first; g && g != f; g = g->next_of_name)
            kept = g;
        if (kept)
            kept->next_of_name = NULL;
        else
            all->first = NULL;
        all->last = kept;
    }
    if (last)
        last->next = NULL;
    program->last_function = last;
}

static fr_function **next_of_all(fr_function *f) { return &f->next; }

static fr_function **next_of_name(fr_function *f) { return &f->next_of_name; }

static void take_out(fr_function **first, fr_function **last, const fr_function *f,
                     fr_function **(*next)(fr_function *))
{
    fr_function *before = NULL, **link = first;

    for (; *link && *link != f; link = next(before))
        before = *link;
    if (*link)
        *link = *next(*link);
    if (*last == f)
        *last = before;
}

void fr_drop_function(fr_program *program, const fr_function *f)
{
    fr_overloads *all = overloads_of(program, f->name);
    take_out(&program->functions, &program->last_function, f, next_of_all);
    take_out(&all->first, &all->last, f, next_of_name);
}

void fr_drop_functional(fr_program *program, fr_functional *f)
{
    fr_functional *last = NULL, **link = &program->functionals;
    for (; *link && *link != f; link = &last->next)
        last = *link;
    *link = f->next;
    if (program->last_functional == f)
        program->last_functional = last;
    f->name = "";
}

const fr_const *fr_find_const(const fr_program *program, const char *name)
{
    const fr_const *c = program->consts;
    while (c && strcmp(c->name, name) != 0)
        c = c->next;
    return c;
}

static bool is_functional(const void *item, const void *name)
{
    return strcmp(((const fr_functional *)item)->name, name) == 0;
}

const fr_functional *fn_find(const fr_program *program, const char *name)
{
    return fr_index_find(&program->functionals_by_name, fr_hash_text(name), is_functional, name);
}

void fn_rename(fr_arena *arena, fr_program *program, fr_functional *f, const char *name)
{
    f->name = name;
    fr_index_add(arena, &program->functionals_by_name, fr_hash_text(name), f);
}

void fn_index(fr_arena *arena, fr_program *program, fr_functional *f)
{
    fr_index_add(arena, &program->functionals_by_name, fr_hash_text(f->name), f);
}

void fn_add(fr_arena *arena, fr_program *program, fr_functional *f)
{
    fr_index_add(arena, &program->functionals_by_name, fr_hash_text(f->name), f);
    if (program->last_functional)
        program->last_functional->next = f;
    else
        program->functionals = f;
    program->last_functional = f;
}

void fr_note_bound(fr_arena *arena, fr_bound **list, const fr_bound *bound)
{
    for (const fr_bound *b = *list; b && b->function == bound->function; b = b->next)
        if (b->span.offset == bound->span.offset && b->span.file == bound->span.file)
            return;
    fr_bound *b = fr_alloc(arena, sizeof *b);
    *b = *bound;
    b->next = *list;
    *list = b;
}
