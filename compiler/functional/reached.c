/* reached.c: the functions with a value that a program can come to from what the host starts.
 * Another one may lack types that tell what it means: it is no part of the run, and is left out. */
#include "compiler/functional/functional.h"

#include <string.h>

#include "compiler/functional/unary.h"
#include "compiler/syntax/left_out.h"

/* Whether what it means follows from its parameters alone. */
static bool is_open(fr_diags *d, const fr_program *program, const fr_functional *f)
{
    const size_t errors = d->errors, count = d->count;
    bool found = false;
    for (size_t i = 0; !found && i < f->param_count; i++)
        found = !f->params[i].type || !fn_read_type(d, program, f->params[i].type);
    d->errors = errors;
    d->count = count;
    return found;
}

static bool in_params(const fr_param *params, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (fr_expr_mentions(params[i].fallback, name))
            return true;
    return false;
}

static bool in_list(const fr_stmt *list, const char *name)
{
    for (const fr_stmt *s = list; s; s = s->next)
        if (fr_expr_mentions(s->target, name) || fr_expr_mentions(s->value, name)
            || fr_expr_mentions(s->pre, name) || fr_expr_mentions(s->post, name)
            || in_list(s->body, name) || in_list(s->other, name))
            return true;
    return false;
}

/* Routines are compiled whether they are started or not. */
static bool in_routines(const fr_program *program, const char *name)
{
    for (const fr_function *r = program->functions; r; r = r->next)
        if (in_list(r->body, name) || in_params(r->params, r->param_count, name))
            return true;
    return false;
}

/* Functions that those reached so far call; false: no function is new. */
static bool step(const fr_program *program, bool *reached)
{
    bool more = false;
    size_t i = 0;

    for (const fr_functional *f = program->functionals; f; f = f->next, i++) {
        size_t k = 0;
        for (const fr_functional *g = program->functionals; reached[i] && g; g = g->next, k++)
            if (!reached[k]
                && (fr_expr_mentions(f->body, g->name)
                    || in_params(f->params, f->param_count, g->name)))
                more = reached[k] = true;
    }
    return more;
}

/* Whether a routine that the host starts can do without it, as without what trains or prints. */
static bool is_plain(const fr_diags *d, const fr_program *program, const fr_functional *f)
{
    return program->has_routines && !f->marked && !f->derives && !d->sources[f->span.file].library;
}

static void note_left_out(fr_diags *d, fr_program *program, const fr_functional *f)
{
    fr_span at;
    const rgc_diagnostic *fault =
        is_plain(d, program, f) && !is_open(d, program, f) ? fn_fault_of(d, program, f, &at) : NULL;
    if (!fault)
        return;
    const char *why = fr_format(d->arena, "%s: %s", fault->code, fault->at.message);
    fr_note(d, fr_note_left_out(d, f->name, f->span), at, "%s", why);
}

/* own: what means something by itself. Another one is put into the functions that call it, whose
 * values tell its types. */
static void leave_out(fr_diags *d, fr_program *program, const bool *own)
{
    size_t i = 0;

    program->last_functional = NULL;
    for (fr_functional **link = &program->functionals; *link; i++)
        if (own[i] || fn_is_sound(d, program, *link)) {
            program->last_functional = *link;
            link = &(*link)->next;
        } else {
            note_left_out(d, program, *link);
            *link = (*link)->next;
        }
}

static bool is_started(const fr_functional *f, const char *entry)
{
    return entry && strcmp(f->name, entry) == 0;
}

void fn_keep_reached(fr_diags *d, fr_program *program, const char *entry)
{
    size_t count = 0, i = 0;

    for (const fr_functional *f = program->functionals; f; f = f->next)
        count++;
    if ((!entry && !program->has_routines) || count == 0)
        return;
    bool *reached = fr_alloc(d->arena, count * sizeof *reached);
    for (const fr_functional *f = program->functionals; f; f = f->next, i++)
        reached[i] = is_started(f, entry) || d->sources[f->span.file].library || f->derives
                     || (!is_plain(d, program, f) && !(entry && is_open(d, program, f)))
                     || in_routines(program, f->name);
    bool *own = fr_alloc(d->arena, count * sizeof *own);
    memcpy(own, reached, count * sizeof *own);
    while (step(program, reached))
        ;
    i = 0;
    for (const fr_functional *f = program->functionals; f; f = f->next, i++)
        own[i] = own[i] || (reached[i] && !f->changes && f->marked);
    leave_out(d, program, own);
}
