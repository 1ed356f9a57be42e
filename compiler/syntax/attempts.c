/* attempts.c: see attempts.h. */
#include "compiler/syntax/attempts.h"

#include <limits.h>
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/needs.h"
#include "compiler/syntax/top_level.h"
#include "compiler/syntax/tree.h"

fr_attempt fr_begin_attempt(fr_parser *p)
{
    const fr_attempt a = {.count = p->d->count,
                          .errors = p->d->errors,
                          .at = p->at,
                          .limit = p->d->limit,
                          .last_function = p->program->last_function,
                          .last_functional = p->program->last_functional,
                          .last_host = p->last_host,
                          .routines = p->routines};
    p->d->limit = UINT_MAX;
    return a;
}

/* What was said since then moves to a list of its own. */
static fr_left_out *keep(fr_parser *p, const fr_attempt *a, const char *name, fr_span span)
{
    fr_left_out *out = fr_alloc(p->d->arena, sizeof *out);
    *out = (fr_left_out){.name = name, .span = span, .said = *p->d};
    out->said.count -= a->count;
    out->said.items = fr_alloc(p->d->arena, (out->said.count + 1) * sizeof *out->said.items);
    out->said.spans = fr_alloc(p->d->arena, (out->said.count + 1) * sizeof *out->said.spans);
    memcpy(out->said.items, p->d->items + a->count, out->said.count * sizeof *out->said.items);
    memcpy(out->said.spans, p->d->spans + a->count, out->said.count * sizeof *out->said.spans);
    p->d->count = a->count;
    p->d->errors = a->errors;
    fr_left_out **link = &p->left_out;
    while (*link && (*link)->span.offset < span.offset)
        link = &(*link)->next;
    out->next = *link;
    *link = out;
    return out;
}

static void forget(fr_parser *p, const fr_attempt *a)
{
    while (p->program->last_function != a->last_function)
        fr_drop_function(p->program, p->program->last_function);
    while (p->program->last_functional != a->last_functional)
        fr_drop_functional(p->program, p->program->last_functional);
    if (a->last_host)
        a->last_host->next = NULL;
    else
        p->host = NULL;
    p->last_host = a->last_host;
    p->routines = a->routines;
}

bool fr_end_attempt(fr_parser *p, const fr_attempt *a)
{
    const size_t end = fr_statement_end(p, a->at);
    const fr_token *name = fr_name_in_head(p, a->at);
    p->d->limit = a->limit;
    if (p->d->errors == a->errors || end == 0 || !name)
        return false;
    fr_left_out *out = keep(p, a, name->text, name->span);
    out->of_module = name > p->tokens && name[-1].kind == TOK_DOT;
    out->at = a->at;
    size_t at = a->at; /* macros come before it */
    while (at > 0 && p->tokens[at - 1].kind == TOK_MACRO)
        at--;
    p->tokens[at].left_out = true;
    forget(p, a);
    fr_end_panic(p);
    p->script = true;
    p->at = end;
    return true;
}

bool fr_end_finishing(fr_parser *p, const fr_attempt *a, fr_functional *f)
{
    p->d->limit = a->limit;
    if (p->d->errors == a->errors)
        return false;
    keep(p, a, f->name, f->span);
    fr_drop_functional(p->program, f);
    p->panic = false;
    return true;
}
