/* parse_named.c: (a = 1, b = 2) in a function with a value. */
#include "compiler/syntax/parser.h"
#include "compiler/syntax/tree.h"

/* Whether a comma stands before the parenthesis closes. */
static bool has_comma(const fr_token *t)
{
    unsigned open = 0;
    for (; t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE;
        if (open == 0 && (t->kind == TOK_COMMA || t->kind == TOK_RPAREN))
            return t->kind == TOK_COMMA;
        open -= open > 0
                && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE);
    }
    return false;
}

bool fr_at_named_tuple(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at];
    if (!p->functional)
        return false;
    if (t->kind == TOK_SEMI)
        return t[1].kind == TOK_IDENT;
    return t->kind == TOK_IDENT && t[1].kind == TOK_ASSIGN && has_comma(t);
}

/* a = e; behind ';' also a for a = a */
static fr_expr *parse_part(fr_parser *p, const char **name)
{
    const fr_token *t = fr_peek(p);
    if (t->kind != TOK_IDENT) {
        fr_unexpected(p, "the name of a part");
        return NULL;
    }
    fr_take(p);
    *name = t->text;
    return fr_accept(p, TOK_ASSIGN) ? fr_parse_expr(p)
                                    : fr_make_name(p->d->arena, t->span, t->text);
}

fr_expr *fr_parse_named_tuple(fr_parser *p, fr_span open)
{
    fr_expr *e = fr_new_expr(p, EX_TUPLE, open);
    const bool range = p->no_range, index = p->index;
    const char *name = "";
    size_t capacity = 0;
    p->parentheses++;
    p->no_range = false;
    fr_accept(p, TOK_SEMI);
    while (!p->panic && fr_peek(p)->kind != TOK_RPAREN) {
        fr_expr *part = parse_part(p, &name);
        if (!part)
            break;
        e->items = fr_grow(p->d->arena, e->items, e->count, &capacity, sizeof(fr_expr *));
        e->items[e->count++] = part;
        e->height = e->height > part->height ? e->height : part->height + 1;
        e->name = e->name ? fr_format(p->d->arena, "%s,%s", e->name, name) : name;
        if (!fr_accept(p, TOK_COMMA) && fr_peek(p)->kind != TOK_RPAREN)
            fr_unexpected(p, "',' or ')' behind a part");
    }
    p->parentheses--;
    p->no_range = range;
    p->index = index;
    if (p->panic)
        return NULL;
    e->span = fr_join(open, fr_take(p)->span);
    return e;
}
