/* host_let.c: let a = 2x, b = 3 STATEMENTS end, in a function with a value. It stands for its
 * statements, in which the names that it binds are others than outside. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

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

fr_expr *fr_renamed(const fr_let *b, const fr_expr *e)
{
    return e && b->count > 0 ? fr_rename(b->arena, e, b->by, b->count) : (fr_expr *)(uintptr_t)e;
}

void fr_rename_list(const fr_let *b, host_stmt *list)
{
    for (host_stmt *s = list; s; s = s->next) {
        s->pattern = fr_renamed(b, s->pattern);
        s->value = fr_renamed(b, s->value);
        fr_rename_list(b, s->body);
        fr_rename_list(b, s->other);
    }
}

void fr_let_bind(fr_let *b, const fr_expr *pattern)
{
    fr_arena *arena = b->arena;
    for (size_t i = 0; i < pattern->count; i++)
        fr_let_bind(b, pattern->items[i]);
    if (pattern->kind != EX_NAME)
        return;
    const char *name = fr_format(arena, "%s#%zu", pattern->name, (size_t)pattern->span.offset);
    b->by = fr_grow(arena, b->by, b->count, &b->capacity, sizeof *b->by);
    b->by[b->count++] = (fr_replacement){pattern->name, fr_make_name(arena, pattern->span, name)};
}

const char *fr_written_name(fr_arena *arena, const char *name)
{
    return fr_format(arena, "%.*s", (int)strcspn(name, "#"), name);
}
