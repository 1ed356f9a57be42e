/* needs.c: see needs.h. */
#include "compiler/syntax/needs.h"

#include <string.h>

#include "compiler/syntax/top_level.h"

const fr_token *fr_name_in_head(const fr_parser *p, size_t at)
{
    while (p->tokens[at].kind != TOK_LPAREN && p->tokens[at].kind != TOK_NEWLINE
           && p->tokens[at].kind != TOK_EOF)
        at++;
    return at > 0 && p->tokens[at - 1].kind == TOK_IDENT ? &p->tokens[at - 1] : NULL;
}

static bool is_named(const void *item, const void *name)
{
    return strcmp(((const fr_definition *)item)->name, name) == 0;
}

static fr_definition *named(const fr_needs *n, const char *name)
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

static void need_one(fr_needs *n, fr_definition *d)
{
    if (d->needed)
        return;
    d->needed = true;
    d->to_do = n->to_do;
    n->to_do = d;
    d->next = n->needed;
    n->needed = d;
}

static void need(fr_needs *n, fr_definition *all)
{
    for (fr_definition *d = all; d; d = d->same)
        need_one(n, d);
}

static void add_definition(fr_parser *p, fr_needs *n, const fr_statement *s)
{
    const fr_token *first = &p->tokens[s->first];
    const bool function = fr_defines_function(first) && first->kind != TOK_STRUCT;
    const fr_token *word = function ? fr_name_in_head(p, s->first) : NULL;
    const char *name = word ? word->text : "";
    fr_definition *d = fr_alloc(p->d->arena, sizeof *d), *other = named(n, name);
    *d = (fr_definition){
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

fr_needs fr_find_needs(fr_parser *p)
{
    fr_needs n = {.all = false};
    fr_statement s = {0};
    while (fr_next_statement(p, &s)) {
        n.all = n.all || !s.whole;
        if (s.whole && is_part(p, &s))
            add_definition(p, &n, &s);
    }
    while (n.to_do) {
        const fr_definition *d = n.to_do;
        n.to_do = d->to_do;
        for (size_t at = d->first; at < d->end; at++)
            if (p->tokens[at].kind == TOK_IDENT)
                need(&n, named(&n, p->tokens[at].text));
    }
    return n;
}

bool fr_is_needed(const fr_needs *n, const char *name)
{
    const fr_definition *d = named(n, name);
    return n->all || !d || d->needed;
}
