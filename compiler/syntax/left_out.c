/* left_out.c: see left_out.h. */
#include "compiler/syntax/left_out.h"

#include <limits.h>
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/index.h"
#include "compiler/syntax/script_lines.h"
#include "compiler/syntax/top_level.h"
#include "compiler/syntax/tree.h"

struct fr_left_out {
    fr_left_out *next;
    const char *name;
    fr_span span;   /* of the name */
    bool of_module; /* Base.zero, which is there without it */
    fr_diags said;  /* its faults */
};

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
    out->said.items += a->count;
    out->said.spans += a->count;
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

/* The name in the head of a function: the word before the parenthesis. */
static const fr_token *name_of(const fr_parser *p, size_t at)
{
    while (p->tokens[at].kind != TOK_LPAREN && p->tokens[at].kind != TOK_NEWLINE
           && p->tokens[at].kind != TOK_EOF)
        at++;
    return at > 0 && p->tokens[at - 1].kind == TOK_IDENT ? &p->tokens[at - 1] : NULL;
}

bool fr_end_attempt(fr_parser *p, const fr_attempt *a)
{
    const size_t end = fr_statement_end(p, a->at);
    const fr_token *name = name_of(p, a->at);
    p->d->limit = a->limit;
    if (p->d->errors == a->errors || end == 0 || !name)
        return false;
    keep(p, a, name->text, name->span)->of_module = name > p->tokens && name[-1].kind == TOK_DOT;
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

/* A function at the top level. */
typedef struct definition {
    struct definition *same; /* another one of its name */
    struct definition *to_do;
    const char *name;
    size_t first, end;
    bool needed;
} definition;

typedef struct {
    fr_index by_name;
    definition *to_do; /* what these need is to be found */
} needs;

static bool is_named(const void *item, const void *name)
{
    return strcmp(((const definition *)item)->name, name) == 0;
}

static definition *named(const needs *n, const char *name)
{
    return fr_index_find(&n->by_name, fr_hash_text(name), is_named, name);
}

static bool is_marked(const fr_parser *p, size_t at, size_t first)
{
    for (; at < first; at++)
        if (strcmp(p->tokens[at].text, "i") == 0 || strcmp(p->tokens[at].text, "fn") == 0)
            return true;
    return false;
}

static void need(needs *n, definition *all)
{
    for (definition *d = all; d; d = d->same) {
        if (d->needed)
            continue;
        d->needed = true;
        d->to_do = n->to_do;
        n->to_do = d;
    }
}

static void add_definition(fr_parser *p, needs *n, size_t first, size_t end, bool marked)
{
    const fr_token *word = name_of(p, first);
    const char *name = word ? word->text : "";
    definition *d = fr_alloc(p->d->arena, sizeof *d), *other = named(n, name);
    *d = (definition){.same = other ? other->same : NULL, .name = name, .first = first, .end = end};
    if (other)
        other->same = d;
    else
        fr_index_add(p->d->arena, &n->by_name, fr_hash_text(name), d);
    if (marked) {
        d->needed = true;
        d->to_do = n->to_do;
        n->to_do = d;
    }
}

/* The functions of the file. Those that the host starts are needed, and those that they name. */
static needs find_needs(fr_parser *p)
{
    needs n = {0};
    for (size_t at = 0, end; p->tokens[at].kind != TOK_EOF; at = end + 1) {
        const size_t first = fr_behind_macros(p, at), found = fr_statement_end(p, first);
        end = found > 0 ? found : first;
        if (found > 0 && fr_defines_function(&p->tokens[first]))
            add_definition(p, &n, first, end, is_marked(p, at, first));
    }
    while (n.to_do) {
        const definition *d = n.to_do;
        n.to_do = d->to_do;
        for (size_t at = d->first; at < d->end; at++)
            if (p->tokens[at].kind == TOK_IDENT)
                need(&n, named(&n, p->tokens[at].text));
    }
    return n;
}

static bool is_needed(const needs *n, const char *name)
{
    const definition *d = named(n, name);
    return !d || d->needed;
}

static void say(fr_diags *d, const fr_left_out *out)
{
    for (size_t i = 0; i < out->said.count; i++)
        fr_adopt(d, &out->said, i);
}

rgc_diagnostic *fr_note_left_out(fr_diags *d, const char *name, fr_span at)
{
    return fr_report(
        d, RGC_NOTE, "R0118", at,
        "the function '%s' is left out: no routine calls it, and it cannot be compiled", name);
}

static void note(fr_parser *p, const fr_left_out *out)
{
    size_t i = 0;
    while (i + 1 < out->said.count && out->said.items[i].severity != RGC_ERROR)
        i++;
    rgc_diagnostic *r = fr_note_left_out(p->d, out->name, out->span);
    fr_note(p->d, r, out->said.spans[i], "%s: %s", out->said.items[i].code,
            out->said.items[i].at.message);
}

void fr_settle_left_out(fr_parser *p)
{
    const needs n = p->left_out ? find_needs(p) : (needs){0};
    for (fr_left_out *out = p->left_out, *next; out; out = next) {
        next = out->next;
        if (!p->program->has_routines || (is_needed(&n, out->name) && !out->of_module)) {
            say(p->d, out);
            p->program->incomplete = true;
        } else {
            if (out->of_module)
                fr_note_script(p, out->span);
            else
                note(p, out);
            out->next = p->program->left_out;
            p->program->left_out = out;
        }
    }
}

bool fr_say_why_left_out(fr_diags *d, const fr_program *program, const char *name)
{
    for (const fr_left_out *out = program->left_out; out; out = out->next)
        if (strcmp(out->name, name) == 0) {
            say(d, out);
            return true;
        }
    return false;
}
