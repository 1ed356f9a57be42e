/* callable.c: (l::Line)(x) = e is a function of l and x, whose name no program can write. */
#include "compiler/syntax/callable.h"

#include <string.h>

static const char prefix[] = "call!";

const char *fr_callable_name(fr_arena *arena, const char *of, size_t arguments)
{
    return fr_format(arena, "%s%s_%zu", prefix, of, arguments);
}

bool fr_is_callable_name(const char *name) { return strncmp(name, prefix, sizeof prefix - 1) == 0; }

const char *fr_callable_words(fr_arena *arena, const char *name)
{
    const char *of = name + sizeof prefix - 1;
    return fr_format(arena, "a value of '%.*s'", (int)(strrchr(of, '_') - of), of);
}

/* The parenthesis that closes the one at t. */
static const fr_token *closing(const fr_token *t)
{
    unsigned open = 0;
    for (; t->kind != TOK_EOF && t->kind != TOK_NEWLINE; t++) {
        open += t->kind == TOK_LPAREN;
        open -= t->kind == TOK_RPAREN;
        if (open == 0)
            return t;
    }
    return NULL;
}

/* How many arguments the parentheses at t name, without keywords. */
static size_t count_arguments(const fr_token *t)
{
    const fr_token *last = closing(t);
    size_t open = 0, count = last && last > t + 1 && t[1].kind != TOK_SEMI;
    for (; last && t < last; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACE || t->kind == TOK_LBRACKET;
        open -= t->kind == TOK_RPAREN || t->kind == TOK_RBRACE || t->kind == TOK_RBRACKET;
        if (open == 1 && t->kind == TOK_SEMI)
            break;
        count += open == 1 && t->kind == TOK_COMMA;
    }
    return count;
}

void fr_name_callable(fr_parser *p, size_t at)
{
    fr_token *first = &p->tokens[at];
    const bool value = first->kind == TOK_LPAREN && first[1].kind == TOK_IDENT
                       && first[2].kind == TOK_TYPED && first[3].kind == TOK_IDENT;
    const fr_token *last = value ? closing(first) : NULL;
    if (!last || last[1].kind != TOK_LPAREN)
        return;
    const size_t within = (size_t)(last - first) - 1;
    fr_token name = first[1], comma = last[1];
    name.text = fr_callable_name(p->d->arena, first[3].text, count_arguments(last + 1));
    comma.kind = TOK_COMMA;
    fr_token open = first[0];
    memmove(first + 2, first + 1, within * sizeof *first);
    first[0] = name;
    first[1] = open;
    first[within + 2] = comma;
}
