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
    size_t at;      /* its first token */
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

/* A function at the top level, or another statement that the program needs. */
typedef struct definition {
    struct definition *same; /* another one of its name */
    struct definition *to_do, *next;
    const char *name;
    size_t first, end;
    bool needed;
} definition;

typedef struct {
    fr_index by_name;
    definition *to_do; /* what these need is to be found */
    definition *needed;
    bool all; /* not all of the file could be read */
} needs;

static bool is_named(const void *item, const void *name)
{
    return strcmp(((const definition *)item)->name, name) == 0;
}

static definition *named(const needs *n, const char *name)
{
    return fr_index_find(&n->by_name, fr_hash_text(name), is_named, name);
}

static bool is_marked(const fr_parser *p, const fr_statement *s)
{
    for (size_t at = s->at; at < s->first; at++)
        if (strcmp(p->tokens[at].text, "i") == 0 || strcmp(p->tokens[at].text, "fn") == 0)
            return true;
    return false;
}

static void need_one(needs *n, definition *d)
{
    if (d->needed)
        return;
    d->needed = true;
    d->to_do = n->to_do;
    n->to_do = d;
    d->next = n->needed;
    n->needed = d;
}

static void need(needs *n, definition *all)
{
    for (definition *d = all; d; d = d->same)
        need_one(n, d);
}

static void add_definition(fr_parser *p, needs *n, const fr_statement *s)
{
    const fr_token *first = &p->tokens[s->first];
    const bool function = fr_defines_function(first) && first->kind != TOK_STRUCT;
    const fr_token *word = function ? name_of(p, s->first) : NULL;
    const char *name = word ? word->text : "";
    definition *d = fr_alloc(p->d->arena, sizeof *d), *other = named(n, name);
    *d = (definition){
        .same = other ? other->same : NULL, .name = name, .first = s->first, .end = s->end};
    if (other)
        other->same = d;
    else
        fr_index_add(p->d->arena, &n->by_name, fr_hash_text(name), d);
    if (!function || is_marked(p, s))
        need_one(n, d);
}

/* Constants, structs and functions: not what the file uses, includes or exports. */
static bool is_part(const fr_parser *p, const fr_statement *s)
{
    const fr_token *t = &p->tokens[s->first];
    return fr_defines_function(t)
           || (!p->tokens[s->at].left_out
               && (t->kind == TOK_CONST || (t->kind == TOK_IDENT && t[1].kind == TOK_ASSIGN)
                   || (t->kind == TOK_IDENT && t[1].kind == TOK_STRUCT)));
}

/* What the host starts is needed, with constants and structs, and what these name. */
static needs find_needs(fr_parser *p)
{
    needs n = {.all = false};
    fr_statement s = {0};
    while (fr_next_statement(p, &s)) {
        n.all = n.all || !s.whole;
        if (s.whole && is_part(p, &s))
            add_definition(p, &n, &s);
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
    return n->all || !d || d->needed;
}

/* ---- names that what is left out gives another meaning ---- */

/* Whether a variable is made here: a parameter, one that is allocated, assigned or counted. */
static bool makes_variable(const fr_parser *p, size_t at)
{
    const fr_token *t = &p->tokens[at], *before = at > 0 ? t - 1 : t;
    switch (t[1].kind) {
    case TOK_ASSIGN:
    case TOK_ALLOC:
    case TOK_TYPED:
    case TOK_FREE:
    case TOK_IN: return true;
    default: break;
    }
    return before->kind == TOK_FOR || before->kind == TOK_DOT || before->kind == TOK_COLON
           || (t[1].kind == TOK_IDENT && strcmp(t[1].text, "in") == 0)
           || (before->kind == TOK_IDENT && strcmp(before->text, "where") == 0);
}

/* Behind @zeros T and its like, behind where, and in the head of a function. */
static bool is_in_list(const fr_parser *p, const definition *d, size_t at)
{
    size_t i = at;
    for (; i > d->first && p->tokens[i].kind != TOK_NEWLINE; i--) {
        const fr_token *t = &p->tokens[i];
        if (t->kind == TOK_MACRO || (t->kind == TOK_IDENT && strcmp(t->text, "where") == 0))
            return t->kind == TOK_IDENT || strcmp(t->text, "zeros") == 0
                   || strcmp(t->text, "ones") == 0 || strcmp(t->text, "anc") == 0;
    }
    size_t head = d->first;
    while (head < d->end && p->tokens[head].kind != TOK_LPAREN)
        head++;
    unsigned open = 0;
    for (; head < d->end; head++) {
        open += p->tokens[head].kind == TOK_LPAREN;
        open -= p->tokens[head].kind == TOK_RPAREN;
        if (open == 0)
            break;
    }
    return *d->name && at < head;
}

static bool is_local(const fr_parser *p, const definition *d, const char *name)
{
    for (size_t at = d->first; at < d->end; at++)
        if (p->tokens[at].kind == TOK_IDENT && strcmp(p->tokens[at].text, name) == 0
            && (makes_variable(p, at) || is_in_list(p, d, at)))
            return true;
    return false;
}

static bool is_script_name(const void *item, const void *name)
{
    return strcmp(((const fr_const *)item)->name, name) == 0;
}

static void refuse_meaning(fr_parser *p, const fr_token *t, const fr_const *other)
{
    rgc_diagnostic *r = fr_report(p->d, RGC_ERROR, "R0117", t->span,
                                  "what gives '%s' its value in Julia is left out", t->text);
    fr_note(p->d, r, other->span, "it is given here");
    fr_help(p->d, r,
            "pass it as an argument; a number that never changes is 'const %s = 1'; a function has "
            "a definition at the top of the file",
            t->text);
    p->program->incomplete = true;
}

static void refuse_other_meanings(fr_parser *p, const needs *n)
{
    fr_index given = {0};
    for (fr_const *c = p->program->script_names; c; c = c->next) {
        fr_index_add(p->d->arena, &given, fr_hash_text(c->name), c);
        for (const fr_const *k = p->program->consts; k; k = k->next)
            if (strcmp(k->name, c->name) == 0)
                refuse_meaning(p, &(fr_token){.text = k->name, .span = k->span}, c);
    }
    for (const definition *d = n->needed; d; d = d->next)
        for (size_t at = d->first; at < d->end; at++) {
            const fr_token *t = &p->tokens[at];
            const fr_const *c = t->kind == TOK_IDENT ? fr_index_find(&given, fr_hash_text(t->text),
                                                                     is_script_name, t->text)
                                                     : NULL;
            if (c && !makes_variable(p, at) && !is_local(p, d, t->text))
                refuse_meaning(p, t, c);
        }
}

/* Base.zero(::Type{P}) = P(0.0, zero(T)): what zero gives here, too. */
static bool is_plain_zero(const fr_parser *p, const fr_left_out *out)
{
    const size_t end = fr_statement_end(p, out->at);
    size_t at = out->at;
    while (at < end && p->tokens[at].kind != TOK_ASSIGN)
        at++;
    bool plain = at < end && strcmp(out->name, "zero") == 0;
    for (at++; plain && at < end; at++) {
        const fr_token *t = &p->tokens[at];
        switch (t->kind) {
        case TOK_INT: plain = t->integer == 0; break;
        case TOK_REAL: plain = t->real == 0; break;
        case TOK_IDENT:
            plain = t[1].kind != TOK_LPAREN || strcmp(t->text, "zero") == 0
                    || (t->text[0] >= 'A' && t->text[0] <= 'Z');
            break;
        case TOK_LPAREN:
        case TOK_RPAREN:
        case TOK_LBRACE:
        case TOK_RBRACE:
        case TOK_COMMA:
        case TOK_DOT:
        case TOK_NEWLINE: break;
        default: plain = false;
        }
    }
    return plain;
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

/* Of what is left out nothing else takes the place. */
static void leave_out(fr_parser *p, fr_left_out *out)
{
    if (out->of_module)
        fr_note_script(p, out->span);
    else
        note(p, out);
    out->next = p->program->left_out;
    p->program->left_out = out;
    if (!is_plain_zero(p, out))
        fr_keep_script_name(p, out->name, out->span);
}

/* Whether files that are read later may need what this one has. */
static bool is_included(const fr_parser *p)
{
    return p->include_depth > 0 && p->include_depth < FR_ALONE;
}

void fr_settle_left_out(fr_parser *p)
{
    if (!p->left_out && !p->program->script_names)
        return;
    const needs n = find_needs(p);
    for (fr_left_out *out = p->left_out, *next; out; out = next) {
        next = out->next;
        if (!p->program->has_routines || is_included(p)
            || (is_needed(&n, out->name) && !out->of_module)) {
            say(p->d, out);
            p->program->incomplete = true;
        } else {
            leave_out(p, out);
        }
    }
    refuse_other_meanings(p, &n);
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
