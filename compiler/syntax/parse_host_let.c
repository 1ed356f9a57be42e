/* parse_host_let.c: let a = 2x, b = 3 STATEMENTS end, in a function with a value. It stands for its
 * statements, in which the names that it binds are others than outside. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

enum { MOST_BOUND = 16 };

typedef struct {
    fr_parser *p;
    fr_replacement by[MOST_BOUND];
    size_t count;
} block;

static bool is_in(const fr_token *t)
{
    return t->kind == TOK_IN || (t->kind == TOK_IDENT && strcmp(t->text, "in") == 0);
}

/* Whether the bindings end here: behind a line that goes on comes 'in', or another binding. */
static bool ends_bindings(const fr_token *t)
{
    const bool line = t->kind == TOK_NEWLINE;
    if ((!line && t->kind != TOK_SEMI) || t[-1].kind == TOK_COMMA)
        return false;
    while (t->kind == TOK_NEWLINE)
        t++;
    return !is_in(t);
}

bool fr_starts_let_block(const fr_token *t)
{
    unsigned open = 0;
    if (t->kind != TOK_LET)
        return false;
    for (t++; t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE;
        open -= open > 0
                && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE);
        if (open == 0 && is_in(t))
            return false;
        if (open == 0 && ends_bindings(t))
            return true;
    }
    return true;
}

static fr_expr *renamed(const block *b, const fr_expr *e)
{
    return e && b->count > 0 ? fr_replace_names(b->p->d->arena, e, b->by, b->count)
                             : (fr_expr *)(uintptr_t)e;
}

static void rename_list(const block *b, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next) {
        s->pattern = renamed(b, s->pattern);
        s->value = renamed(b, s->value);
        rename_list(b, s->body);
        rename_list(b, s->other);
    }
}

static void bind(block *b, const fr_expr *pattern)
{
    fr_arena *arena = b->p->d->arena;
    for (size_t i = 0; i < pattern->count; i++)
        bind(b, pattern->items[i]);
    if (pattern->kind != EX_NAME || b->count == MOST_BOUND)
        return;
    const char *name = fr_format(arena, "%s#%zu", pattern->name, (size_t)pattern->span.offset);
    b->by[b->count++] = (fr_replacement){pattern->name, fr_make_name(arena, pattern->span, name)};
}

/* PATTERN = VALUE, where the value still knows the names outside. */
static host_stmt *parse_binding(block *b)
{
    fr_parser *p = b->p;
    fr_expr *pattern = fr_parse_target(p);
    if (pattern && !fn_is_pattern(pattern)) {
        fr_report(p->d, RGC_ERROR, "R1005", pattern->span,
                  "expected a name, or names in parentheses: (a, b)");
        p->panic = true;
    }
    if (p->panic || !fr_expect(p, TOK_ASSIGN, "'=' of 'let'"))
        return NULL;
    fr_expr *value = renamed(b, fr_parse_expr(p));
    bind(b, pattern);
    host_stmt *s = fr_alloc(p->d->arena, sizeof *s);
    *s = (host_stmt){.kind = HOST_ASSIGN, .span = pattern->span, .value = value};
    s->pattern = renamed(b, pattern);
    return value ? s : NULL;
}

static void skip_lines(fr_parser *p)
{
    while (fr_peek(p)->kind == TOK_NEWLINE)
        fr_take(p);
}

host_stmt *fr_parse_let_block(fr_parser *p)
{
    const fr_span start = fr_take(p)->span;
    block b = {.p = p};
    host_stmt *first = NULL, **tail = &first;
    const fr_token_kind k = fr_peek(p)->kind;
    for (bool more = k != TOK_NEWLINE && k != TOK_SEMI; more; more = fr_accept(p, TOK_COMMA)) {
        skip_lines(p);
        if (!(*tail = parse_binding(&b)))
            return NULL;
        tail = &(*tail)->next;
    }
    *tail = fr_parse_host_list(p, "let", start);
    rename_list(&b, *tail);
    return p->panic ? NULL : first;
}
