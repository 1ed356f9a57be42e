/* layout_check.c: that laying out a text has changed nothing but its looks. */
#include <string.h>

#include "compiler/syntax/layout.h"

bool fr_lay_comment(const char *text, size_t end, size_t *at, size_t *start)
{
    while (*at < end && text[*at] != '#')
        ++*at;
    *start = *at;
    if (*at >= end)
        return false;
    if (*at + 1 >= end || text[*at + 1] != '=') {
        while (*at < end && text[*at] != '\n')
            ++*at;
        return true;
    }
    for (unsigned depth = 0; *at < end;) {
        const bool opens = *at + 1 < end && text[*at] == '#' && text[*at + 1] == '=',
                   closes = *at + 1 < end && text[*at] == '=' && text[*at + 1] == '#';
        depth += opens;
        depth -= closes;
        *at += opens || closes ? 2 : 1;
        if (depth == 0)
            break;
    }
    return true;
}

/* A text, token by token. */
typedef struct {
    const char *text;
    const fr_token *tokens;
    size_t count, at;
    size_t gap; /* where what stands before the token at work begins */
} reader;

static reader start(fr_diags *d, uint32_t file)
{
    reader r = {.text = d->sources[file].text};
    r.tokens = fr_lex(d, NULL, file, &r.count);
    return r;
}

/* Line ends count once, and neither at the start nor at the end. */
static void skip_line_ends(reader *r)
{
    size_t behind = r->at;
    while (r->tokens[behind].kind == TOK_NEWLINE)
        behind++;
    if (behind > r->at
        && (r->at == 0 || r->tokens[behind].kind == TOK_EOF
            || r->tokens[r->at - 1].kind == TOK_NEWLINE))
        r->at = behind;
}

static size_t trimmed(const char *text, size_t start, size_t end)
{
    while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
        end--;
    return end - start;
}

static bool same_comments(reader *a, reader *b)
{
    const size_t a_end = a->tokens[a->at].span.offset, b_end = b->tokens[b->at].span.offset;
    for (;;) {
        size_t a_start, b_start;
        const bool one = fr_lay_comment(a->text, a_end, &a->gap, &a_start),
                   other = fr_lay_comment(b->text, b_end, &b->gap, &b_start);
        if (!one || !other)
            return one == other;
        const size_t size = trimmed(a->text, a_start, a->gap);
        if (size != trimmed(b->text, b_start, b->gap)
            || memcmp(a->text + a_start, b->text + b_start, size) != 0)
            return false;
    }
}

/* A blank before a bracket, a dot or a prime says whether it belongs to what stands before. So does
 * one between a number and a name. */
static bool same_blank(const reader *a, const reader *b)
{
    const fr_token *t = &a->tokens[a->at], *before = a->at > 0 ? t - 1 : t;
    const bool bracket = t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE,
               number = before->kind == TOK_INT || before->kind == TOK_REAL,
               belongs = before->kind == TOK_IDENT || before->kind == TOK_RPAREN
                         || before->kind == TOK_RBRACKET || before->kind == TOK_RBRACE
                         || before->kind == TOK_PRIME || before->kind == TOK_STRING
                         || before->kind == TOK_DOT || before->kind == TOK_TILDE
                         || before->kind == TOK_END || number;
    if ((t->kind == TOK_DOT        ? t[1].kind
         : before->kind == TOK_DOT ? t->kind
                                   : TOK_EOF)
        == TOK_ASSIGN)
        return true; /* .= is one operator */
    if (!(bracket && belongs) && !(number && t->kind == TOK_IDENT) && t->kind != TOK_DOT
        && t->kind != TOK_PRIME && before->kind != TOK_DOT)
        return true;
    return t->space_before == b->tokens[b->at].space_before;
}

static bool same_token(const reader *a, const reader *b)
{
    const fr_token *x = &a->tokens[a->at], *y = &b->tokens[b->at];
    return x->kind == y->kind
           && (x->kind == TOK_NEWLINE
               || (x->span.length == y->span.length
                   && memcmp(a->text + x->span.offset, b->text + y->span.offset, x->span.length)
                          == 0
                   && same_blank(a, b)));
}

static void next(reader *r)
{
    r->gap = r->tokens[r->at].span.offset + r->tokens[r->at].span.length;
    r->at++;
}

/* The comments before the line ends that are passed over are compared with those behind. */
bool fr_lay_same(fr_diags *d, uint32_t before, uint32_t after)
{
    reader a = start(d, before), b = start(d, after);
    for (;;) {
        skip_line_ends(&a);
        skip_line_ends(&b);
        if (!same_token(&a, &b) || !same_comments(&a, &b))
            return false;
        if (a.tokens[a.at].kind == TOK_EOF)
            return true;
        next(&a);
        next(&b);
    }
}
