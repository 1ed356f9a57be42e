/* meanings.c: see meanings.h. */
#include "compiler/syntax/meanings.h"

#include <string.h>

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
static bool is_in_list(const fr_parser *p, const fr_definition *d, size_t at)
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

static bool is_local(const fr_parser *p, const fr_definition *d, const char *name)
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
            "a fr_definition at the top of the file",
            t->text);
    p->program->incomplete = true;
}

void fr_refuse_other_meanings(fr_parser *p, const fr_needs *n)
{
    fr_index given = {0};
    for (fr_const *c = p->program->script_names; c; c = c->next) {
        fr_index_add(p->d->arena, &given, fr_hash_text(c->name), c);
        for (const fr_const *k = p->program->consts; k; k = k->next)
            if (strcmp(k->name, c->name) == 0)
                refuse_meaning(p, &(fr_token){.text = k->name, .span = k->span}, c);
    }
    for (const fr_definition *d = n->needed; d; d = d->next)
        for (size_t at = d->first; at < d->end; at++) {
            const fr_token *t = &p->tokens[at];
            const fr_const *c = t->kind == TOK_IDENT ? fr_index_find(&given, fr_hash_text(t->text),
                                                                     is_script_name, t->text)
                                                     : NULL;
            if (c && !makes_variable(p, at) && !is_local(p, d, t->text))
                refuse_meaning(p, t, c);
        }
}
