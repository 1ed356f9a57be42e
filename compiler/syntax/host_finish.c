/* host_finish.c: when a source is read, its functions with statements become expressions. */
#include <string.h>

#include "compiler/syntax/attempts.h"
#include "compiler/syntax/closures.h"
#include "compiler/syntax/hidden_names.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

void fr_note_routine(fr_parser *p, size_t at)
{
    host_routine *r = fr_alloc(p->d->arena, sizeof *r);
    *r = (host_routine){p->program->last_function, at, p->routines};
    p->routines = r;
}

static bool calls_routine(const fr_expr *e, const void *with)
{
    const host_routine *r = with;
    return fr_calls_name(e, r->f->name) && e->count == r->f->param_count;
}

/* Whether the test holds for a value in the statements of a routine. */
static bool any_value(const fr_stmt *list, fr_expr_test test, const void *with)
{
    for (const fr_stmt *s = list; s; s = s->next)
        if (fr_any_in(s->value, test, with) || any_value(s->body, test, with)
            || any_value(s->other, test, with))
            return true;
    return false;
}

static bool is_host_change(const fr_expr *e, const void *with)
{
    bool found = false;
    for (const host_function *h = e->kind == EX_CALL ? with : NULL; h && !found; h = h->next)
        found = fr_is_named_as_change(h->f->name) && fr_calls_name(e, h->f->name)
                && e->count == h->f->param_count;
    return found;
}

/* Whether a function with a value calls it, and no routine does; or it calls a function f! with a
 * value, which no routine can. */
static bool belongs_to_values(const fr_parser *p, const host_routine *r)
{
    bool called = any_value(r->f->body, is_host_change, p->host);
    for (const host_function *h = p->host; h && !called; h = h->next)
        called = fr_any_host_value(h->list, calls_routine, r);
    for (const fr_function *g = p->program->functions; g && called; g = g->next)
        called = g == r->f || !any_value(g->body, calls_routine, r);
    return called;
}

/* A function without @i that was read as a routine, and that a function with a value calls, is read
 * again as one of those. */
static void read_called_routines(fr_parser *p)
{
    const size_t at = p->at;
    bool more = true;
    while (more && !p->panic) {
        more = false;
        for (host_routine *r = p->routines; r && !p->panic; r = r->next) {
            if (!r->f || !belongs_to_values(p, r))
                continue;
            p->at = r->at;
            fr_parse_host_function(p, r->f->span);
            fr_drop_function(p->program, r->f);
            r->f = NULL;
            more = true;
        }
    }
    p->at = at;
}

static bool mentions(const host_stmt *s, const void *name)
{
    return fr_expr_mentions(s->value, name);
}

/* Whether h has a variable of the name of g: it does not mean g then. */
static bool has_variable(const host_function *h, const host_function *g)
{
    return fr_has_parameter(h->f, g->f->name) || fr_assigns(h->list, g->f->name);
}

typedef struct {
    fr_parser *p;
    const host_function *h;
} call_check;

static bool refuse_hidden(const fr_expr *e, const void *with)
{
    const call_check *c = with;
    const fr_expr *called = fr_hidden_call(e);
    if (!called
        || (!fr_has_parameter(c->h->f, called->name) && !fr_assigns(c->h->list, called->name)))
        return false;
    fr_refuse_hidden(c->p->d, called);
    return true;
}

/* Those that it calls come first: what they give tells what may share an array. */
static void finish(fr_parser *p, host_function *h, bool good)
{
    if (h->finished)
        return;
    h->finished = true;
    for (host_function *g = p->host; g; g = g->next)
        if (!g->finished && !has_variable(h, g) && fr_any_host(h->list, mentions, g->f->name))
            finish(p, g, good);
    const fr_attempt attempt = fr_begin_attempt(p);
    const call_check check = {p, h};
    p->panic = !good || fr_any_host_value(h->list, refuse_hidden, &check);
    h->f->body = fr_host_value(p, h->f, h->list, h->end);
    if (!p->panic)
        fr_check_closures(p, h->f);
    if (fr_end_finishing(p, &attempt, h->f) || (!p->panic && h->f->body))
        return;
    fr_drop_functional(p->program, h->f);
    p->program->incomplete = true;
}

void fr_finish_host_functions(fr_parser *p)
{
    read_called_routines(p);
    const bool good = fr_take_changes(p, p->host);
    for (host_function *h = p->host; h; h = h->next)
        finish(p, h, good);
}
