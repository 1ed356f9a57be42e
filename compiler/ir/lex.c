/* lex.c: the tokens of IR text. A # begins a comment that ends with its line. */
#include "lex.h"

#include <string.h>

#include "text.h"

ir_lexer ir_lexer_new(const char *text)
{
    return (ir_lexer){.at = text, .line_start = text, .line = 1};
}

bool ir_token_is(const ir_token *t, const char *text)
{
    return (t->kind == IR_TOKEN_NAME || t->kind == IR_TOKEN_SYMBOL) && strlen(text) == t->length
           && memcmp(t->start, text, t->length) == 0;
}

static uint32_t column_of(const ir_lexer *l)
{
    uint32_t column = 1;

    for (const char *c = l->line_start; c < l->at; c++)
        column += ((unsigned char)*c & 0xc0) != 0x80;
    return column;
}

static ir_token token(ir_lexer *l, ir_token_kind kind, size_t length)
{
    const ir_token t = {kind, l->at, length, l->line, column_of(l)};

    l->at += length;
    l->line_used = true;
    return t;
}

static void skip_blanks(ir_lexer *l)
{
    while (*l->at == ' ' || *l->at == '\t' || *l->at == '\r')
        l->at++;
    if (*l->at == '#')
        l->at += strcspn(l->at, "\n");
}

static ir_token line_end(ir_lexer *l)
{
    const ir_token t = token(l, IR_TOKEN_LINE, 1);

    l->line++;
    l->line_start = l->at;
    l->line_used = false;
    return t;
}

static size_t name_length(const char *at)
{
    size_t n = 1;

    while (ir_continues_name(at[n]))
        n++;
    return n;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t number_length(const char *at)
{
    if (at[0] == '0' && at[1] == 'x')
        return 2 + strspn(at + 2, "0123456789abcdefABCDEF");
    size_t n = strspn(at, "0123456789");
    if (at[n] == '.' && is_digit(at[n + 1]))
        n += 1 + strspn(at + n + 1, "0123456789");
    const size_t sign = n + 1 + (at[n] == 'e' && (at[n + 1] == '-' || at[n + 1] == '+'));
    if (at[n] == 'e' && is_digit(at[sign]))
        n = sign + strspn(at + sign, "0123456789");
    return n;
}

/* 0: not closed on its line */
static size_t quoted_length(const char *at)
{
    size_t n = 1;

    while (at[n] && at[n] != '\n' && at[n] != '"')
        n += at[n] == '\\' && at[n + 1] && at[n + 1] != '\n' ? 2 : 1;
    return at[n] == '"' ? n + 1 : 0;
}

static size_t symbol_length(const char *at)
{
    static const char *const longer[] = {
        "<->", "<-", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "^="};

    for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++)
        if (strncmp(at, longer[i], strlen(longer[i])) == 0)
            return strlen(longer[i]);
    return strchr("()[]{},;:?!<>+-*/%=~@", *at) ? 1 : 0;
}

static ir_token sized(ir_lexer *l, ir_token_kind kind, size_t length)
{
    return length ? token(l, kind, length) : token(l, IR_TOKEN_BAD, 1);
}

ir_token ir_lexer_next(ir_lexer *l)
{
    skip_blanks(l);
    while (*l->at == '\n' && !l->line_used) {
        (void)line_end(l);
        skip_blanks(l);
    }
    if (*l->at == '\0')
        return token(l, IR_TOKEN_END, 0);
    if (*l->at == '\n')
        return line_end(l);
    if (ir_begins_name(*l->at))
        return token(l, IR_TOKEN_NAME, name_length(l->at));
    if (is_digit(*l->at))
        return token(l, IR_TOKEN_NUMBER, number_length(l->at));
    return *l->at == '"' ? sized(l, IR_TOKEN_QUOTED, quoted_length(l->at))
                         : sized(l, IR_TOKEN_SYMBOL, symbol_length(l->at));
}
