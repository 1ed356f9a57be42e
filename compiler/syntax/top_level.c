/* top_level.c: see top_level.h. */
#include "compiler/syntax/top_level.h"

#include <string.h>

#include "compiler/syntax/spellings.h"
#include "compiler/syntax/words.h"

enum { OPEN_LIMIT = 256 };

/* Walks over statements: what is open, '(' '[' '{' or 'b', a block. */
typedef struct {
    char open[OPEN_LIMIT];
    size_t depth;
    bool broken; /* no bracket or block is closed so */
} walk;

/* Words that open a block and are no tokens of their own. */
static bool opens_by_name(const char *text)
{
    static const char *const words[] = {"do", "try", "quote", "macro", "module"};
    return FR_IS_ONE_OF(text, words);
}

/* x.end and :end are a field and a symbol. */
static bool is_plain_word(const fr_token *tokens, size_t at)
{
    const fr_token *t = &tokens[at];
    return at == 0 || t->space_before || (t[-1].kind != TOK_DOT && t[-1].kind != TOK_COLON);
}

static bool opens_block(const fr_token *tokens, size_t at, char within)
{
    const fr_token *t = &tokens[at];
    if (!is_plain_word(tokens, at))
        return false;
    switch (t->kind) {
    case TOK_IF:
    case TOK_FOR: return within == 'b' || within == '\0'; /* else of a generator */
    case TOK_BEGIN: return within != '[';
    case TOK_WHILE:
    case TOK_LET:
    case TOK_FUNCTION:
    case TOK_STRUCT: return true;
    case TOK_IDENT:
        return opens_by_name(t->text)
               || (strcmp(t->text, "abstract") == 0 && t[1].kind == TOK_IDENT
                   && strcmp(t[1].text, "type") == 0);
    default: return false;
    }
}

static void push(walk *w, char open)
{
    w->broken = w->broken || w->depth == OPEN_LIMIT;
    if (!w->broken)
        w->open[w->depth++] = open;
}

static void pop(walk *w, char open)
{
    if (w->depth > 0 && w->open[w->depth - 1] == open)
        w->depth--;
    else
        w->broken = true;
}

static char innermost(const walk *w) { return w->depth > 0 ? w->open[w->depth - 1] : '\0'; }

/* v[min(end, 2)]: the last index. */
static bool is_index(const walk *w)
{
    size_t i = w->depth;
    while (i > 0 && w->open[i - 1] == '(')
        i--;
    return i > 0 && w->open[i - 1] == '[';
}

static void step(walk *w, const fr_token *tokens, size_t at)
{
    switch (tokens[at].kind) {
    case TOK_LPAREN: push(w, '('); return;
    case TOK_LBRACKET: push(w, '['); return;
    case TOK_LBRACE: push(w, '{'); return;
    case TOK_RPAREN: pop(w, '('); return;
    case TOK_RBRACKET: pop(w, '['); return;
    case TOK_RBRACE: pop(w, '{'); return;
    case TOK_END:
        if (!is_index(w) && is_plain_word(tokens, at))
            pop(w, 'b');
        return;
    default:
        if (opens_block(tokens, at, innermost(w)))
            push(w, 'b');
    }
}

/* Whether the line goes on behind this token. */
static bool wants_more(fr_token_kind k)
{
    switch (k) {
    case TOK_ELLIPSIS:
    case TOK_EMPTY:
    case TOK_RPAREN:
    case TOK_RBRACKET:
    case TOK_RBRACE: return false;
    default: return k >= TOK_DOTXOREQ && k < TOK_COUNT;
    }
}

size_t fr_statement_end(const fr_parser *p, size_t at)
{
    walk w = {.depth = 0};
    const size_t first = at;
    for (;; at++) {
        const fr_token_kind k = p->tokens[at].kind;
        if (w.depth == 0 && (k == TOK_NEWLINE || k == TOK_SEMI || k == TOK_EOF)
            && (k != TOK_NEWLINE || at == first || !wants_more(p->tokens[at - 1].kind)))
            return at;
        if (k == TOK_EOF)
            return 0;
        step(&w, p->tokens, at);
        if (w.broken)
            return 0;
    }
}

bool fr_sets_value(fr_token_kind k)
{
    switch (k) {
    case TOK_ASSIGN:
    case TOK_POWEQ:
    case TOK_REMEQ:
    case TOK_ANDEQ:
    case TOK_OREQ:
    case TOK_DIVEQ2:
    case TOK_SHLEQ:
    case TOK_SHREQ: return true;
    default: return fr_is_update(k);
    }
}

/* Base. and NiLang.AD. before a name say where Julia has it. */
const fr_token *fr_behind_modules(const fr_token *t)
{
    while (t->kind == TOK_IDENT && t[1].kind == TOK_DOT && t[2].kind == TOK_IDENT
           && (fr_is_julia_module(t->text) || strcmp(t->text, "AD") == 0))
        t += 2;
    return t;
}

bool fr_is_short_definition(const fr_token *t)
{
    t = fr_behind_modules(t);
    unsigned open = 0;
    if (t->kind != TOK_IDENT || t[1].kind != TOK_LPAREN)
        return false;
    do {
        t++;
        open += t->kind == TOK_LPAREN;
        open -= t->kind == TOK_RPAREN;
    } while (open > 0 && t->kind != TOK_EOF);
    if (t->kind != TOK_RPAREN)
        return false;
    t++;
    if (t->kind == TOK_TYPED || (t->kind == TOK_IDENT && strcmp(t->text, "where") == 0))
        while (t->kind != TOK_ASSIGN && t->kind != TOK_NEWLINE && t->kind != TOK_EOF)
            t++;
    return t->kind == TOK_ASSIGN;
}

bool fr_defines_function(const fr_token *t)
{
    return t->kind == TOK_FUNCTION || t->kind == TOK_STRUCT || fr_is_short_definition(t);
}

size_t fr_behind_macros(const fr_parser *p, size_t at)
{
    while (p->tokens[at].kind == TOK_MACRO)
        at++;
    return at;
}

const fr_token *fr_opens_test_set(const fr_parser *p, const fr_token *t)
{
    if (t->kind == TOK_MACRO && strcmp(t->text, "testset") == 0)
        while (t->kind != TOK_BEGIN && t->kind != TOK_NEWLINE && t->kind != TOK_EOF)
            t++;
    const size_t end = t->kind == TOK_BEGIN ? fr_statement_end(p, (size_t)(t - p->tokens)) : 0;
    for (size_t i = (size_t)(t - p->tokens); i < end; i++)
        if (p->tokens[i].kind == TOK_MACRO && strcmp(p->tokens[i].text, "i") == 0)
            return t;
    return NULL;
}

bool fr_opens_module(const fr_token *t)
{
    return t->kind == TOK_IDENT && strcmp(t->text, "module") == 0 && t[1].kind == TOK_IDENT
           && t[2].kind == TOK_NEWLINE;
}

bool fr_next_statement(const fr_parser *p, fr_statement *s)
{
    for (size_t at = s->end;;) {
        const fr_token *t = &p->tokens[at], *set;
        if (t->kind == TOK_EOF)
            return false;
        if (t->kind == TOK_NEWLINE || t->kind == TOK_SEMI || t->kind == TOK_END) {
            at++; /* 'end' is that of a module or test set */
        } else if (fr_opens_module(t)) {
            at += 2;
        } else if ((set = fr_opens_test_set(p, t))) {
            at = (size_t)(set - p->tokens) + 1;
        } else {
            s->at = at;
            s->first = fr_behind_macros(p, at);
            s->end = fr_statement_end(p, s->first);
            s->whole = s->end > 0;
            s->end = s->whole ? s->end : s->first + 1;
            return true;
        }
    }
}
