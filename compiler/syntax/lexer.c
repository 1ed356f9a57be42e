/* lexer.c: source text to tokens. */
#include "compiler/syntax/lexer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/utf8.h"

typedef struct {
    fr_diags *d, *said;
    uint32_t file;
    const char *text;
    size_t size, at;
    fr_token *tokens;
    size_t count, capacity;
    bool space;
} lexer;

static const struct {
    const char *text;
    fr_token_kind kind;
} keywords[] = {
#define FR_KEYWORD(name, text) {text, TOK_##name},
#define FR_OPERATOR(name, text)
#include "compiler/syntax/tokens.def"
#undef FR_KEYWORD
#undef FR_OPERATOR
};

static const struct {
    const char *text;
    fr_token_kind kind;
} operators[] = {
#define FR_KEYWORD(name, text)
#define FR_OPERATOR(name, text) {text, TOK_##name},
#include "compiler/syntax/tokens.def"
#undef FR_KEYWORD
#undef FR_OPERATOR
};

static char peek(const lexer *l, size_t ahead)
{
    return l->at + ahead < l->size ? l->text[l->at + ahead] : '\0';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static fr_span span_from(const lexer *l, size_t start)
{
    return (fr_span){l->file, (uint32_t)start, (uint32_t)(l->at - start)};
}

static fr_token *push(lexer *l, fr_token_kind kind, size_t start)
{
    l->tokens = fr_grow(l->d->arena, l->tokens, l->count, &l->capacity, sizeof *l->tokens);
    fr_token *t = &l->tokens[l->count++];
    *t = (fr_token){.kind = kind, .span = span_from(l, start), .space_before = l->space};
    l->space = false;
    return t;
}

/* A letter of a name outside ASCII: anything but controls, spaces, punctuation, arrows and
 * mathematical operators. */
static bool is_letter(uint32_t c)
{
    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (c < 0xc0)
        return c == 0xaa || c == 0xb2 || c == 0xb3 || c == 0xb5 || c == 0xb9 || c == 0xba;
    if (c >= 0x2032 && c <= 0x2037)
        return true; /* primes */
    if (c == 0xd7 || c == 0xf7 || (c >= 0x2000 && c <= 0x206f) || (c >= 0x2190 && c <= 0x23ff)
        || (c >= 0x25a0 && c <= 0x2bff))
        return c == 0x2202 || c == 0x2207 || c == 0x221e || c == 0x2295 || c == 0x2296;
    if (c == 0x3000 || (c >= 0xd800 && c <= 0xf8ff) || c == 0xfeff || (c >= 0xfff0 && c <= 0xffff))
        return false;
    return c < 0xe0000;
}

/* Bytes of the name character at the cursor (digits allowed when inside), 0 if none. */
static size_t name_character(const lexer *l, bool inside)
{
    uint32_t c;
    size_t n = fr_utf8_decode(l->text + l->at, l->size - l->at, &c);
    if (n == 0)
        return 0;
    if (is_letter(c) || (inside && (is_digit((char)c) && c < 0x80)))
        return n;
    if (inside && c == '!' && !(peek(l, 1) == '='))
        return n;
    if (inside && c == '#' && l->d->sources[l->file].origins) /* a name of the compiler's */
        return n;
    return 0;
}

static void block_comment(lexer *l)
{
    size_t start = l->at;
    int depth = 0;
    do {
        if (peek(l, 0) == '#' && peek(l, 1) == '=') {
            depth++;
            l->at += 2;
        } else if (peek(l, 0) == '=' && peek(l, 1) == '#') {
            depth--;
            l->at += 2;
        } else {
            l->at++;
        }
    } while (depth > 0 && l->at < l->size);
    if (depth > 0) {
        fr_span at = {l->file, (uint32_t)start, 2};
        fr_report(l->said, RGC_ERROR, "R0102", at, "this comment is never closed by '=#'");
    }
}

static void skip_blanks(lexer *l)
{
    while (l->at < l->size) {
        char c = l->text[l->at];
        if (c == ' ' || c == '\t' || c == '\r') {
            l->at++;
        } else if (c == '\\' && (peek(l, 1) == '\n')) {
            l->at += 2;
        } else if (c == '#' && peek(l, 1) == '=') {
            block_comment(l);
        } else if (c == '#') {
            while (l->at < l->size && l->text[l->at] != '\n')
                l->at++;
        } else {
            return;
        }
        l->space = true;
    }
}

static void lex_name(lexer *l)
{
    size_t start = l->at, n;
    for (n = name_character(l, false); n > 0; n = name_character(l, true))
        l->at += n;
    size_t length = l->at - start;
    /* xor= is the ASCII spelling of ⊻= */
    if (length == 3 && memcmp(l->text + start, "xor", 3) == 0 && peek(l, 0) == '='
        && peek(l, 1) != '=') {
        l->at++;
        push(l, TOK_XOREQ, start);
        return;
    }
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strlen(keywords[i].text) == length
            && memcmp(keywords[i].text, l->text + start, length) == 0) {
            push(l, keywords[i].kind, start)->text = keywords[i].text;
            return;
        }
    push(l, TOK_IDENT, start)->text = fr_text(l->d->arena, l->text + start, length);
}

static bool digit_value(char c, unsigned base, unsigned *out)
{
    unsigned v = is_digit(c)            ? (unsigned)(c - '0')
                 : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                 : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                        : 99;
    *out = v;
    return v < base;
}

static void finish_integer(lexer *l, size_t start, unsigned base)
{
    uint64_t value = 0;
    bool fits = true;
    unsigned v, digits = 0;
    while (digit_value(peek(l, 0), base, &v) || peek(l, 0) == '_') {
        if (peek(l, 0) != '_') {
            if (value > (UINT64_MAX - v) / base)
                fits = false;
            else
                value = value * base + v;
            digits++;
        }
        l->at++;
    }
    fr_token *t = push(l, TOK_INT, start);
    t->integer = value;
    if (!fits || (base == 10 && value > (uint64_t)INT64_MAX) || digits == 0) {
        fr_report(l->said, RGC_ERROR, "R0103", t->span,
                  digits ? "this integer does not fit in 64 bits" : "a number without digits");
        t->kind = TOK_ERROR;
    }
}

static bool starts_fraction(const lexer *l)
{
    if (peek(l, 0) != '.')
        return false;
    /* 2.*x and 1...n are operators; 1.x is a number followed by a name. */
    return !(peek(l, 1) && strchr("+-*/^.=<>&|", peek(l, 1))) && (unsigned char)peek(l, 1) < 0x80;
}

static void lex_number(lexer *l)
{
    size_t start = l->at;
    if (peek(l, 0) == '0' && (peek(l, 1) == 'x' || peek(l, 1) == 'b' || peek(l, 1) == 'o')) {
        unsigned base = peek(l, 1) == 'x' ? 16 : peek(l, 1) == 'b' ? 2 : 8;
        l->at += 2;
        finish_integer(l, start, base);
        return;
    }
    size_t end = l->at;
    while (end < l->size && (is_digit(l->text[end]) || l->text[end] == '_'))
        end++;
    l->at = end;
    const bool part = start >= 2 && l->text[start - 2] == '.'
                      && l->text[start - 1] == ':'; /* t.:2.x is a part of the part t.:2 */
    bool real = !part && starts_fraction(l);
    if (real) {
        l->at++;
        while (is_digit(peek(l, 0)) || (peek(l, 0) == '_' && is_digit(peek(l, 1))))
            l->at++;
    }
    char e = peek(l, 0);
    size_t sign = peek(l, 1) == '+' || peek(l, 1) == '-' ? 2 : 1;
    if ((e == 'e' || e == 'E' || e == 'f') && is_digit(peek(l, sign))) {
        real = true;
        l->at += sign;
        while (is_digit(peek(l, 0)))
            l->at++;
    }
    if (!real) {
        l->at = start;
        finish_integer(l, start, 10);
        return;
    }
    char digits[128];
    size_t n = 0;
    for (size_t i = start; i < l->at && n < sizeof digits - 1; i++)
        if (l->text[i] != '_')
            digits[n++] = l->text[i] == 'f' ? 'e' : l->text[i];
    digits[n] = '\0';
    bool too_long = l->at - start >= sizeof digits;
    fr_token *t = push(l, TOK_REAL, start);
    t->real = strtold(digits, NULL);
    if (too_long || !(t->real < 1e300L)) {
        fr_report(l->said, RGC_ERROR, "R0103", t->span, "this number is too large or too long");
        t->kind = TOK_ERROR;
    }
}

static void lex_string(lexer *l)
{
    size_t start = l->at;
    size_t quotes = peek(l, 1) == '"' && peek(l, 2) == '"' ? 3 : 1;
    l->at += quotes;
    size_t body = l->at;
    while (l->at < l->size) {
        if (peek(l, 0) == '\\') {
            l->at += l->at + 1 < l->size ? 2 : 1;
            continue;
        }
        if (quotes == 1 && peek(l, 0) == '\n')
            break;
        if (peek(l, 0) == '"' && (quotes == 1 || (peek(l, 1) == '"' && peek(l, 2) == '"'))) {
            size_t end = l->at;
            l->at += quotes;
            push(l, TOK_STRING, start)->text = fr_text(l->d->arena, l->text + body, end - body);
            return;
        }
        l->at++;
    }
    fr_span at = {l->file, (uint32_t)start, (uint32_t)quotes};
    fr_report(l->said, RGC_ERROR, "R0102", at, "this string is never closed");
    push(l, TOK_ERROR, start);
}

static bool lex_operator(lexer *l)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (operators[i].text[0] != l->text[l->at])
            continue;
        size_t n = strlen(operators[i].text);
        if (l->size - l->at >= n && memcmp(l->text + l->at, operators[i].text, n) == 0) {
            size_t start = l->at;
            l->at += n;
            push(l, operators[i].kind, start);
            return true;
        }
    }
    return false;
}

/* Characters that stand for something else in Julia or in print. */
static const struct {
    uint32_t c;
    const char *help;
} look_alikes[] = {
    {0x2248, "nothing is equal approximately here: numbers come back bit for bit; write abs(x - y) "
             "< 1e-9 where a distance is meant"},
    {0x221b, "the cube root is cbrt(x)"},
    {0x221c, "the fourth root is sqrt(sqrt(x))"},
    {0x2212, "the minus sign of the keyboard is -"},
    {0x2013, "the minus sign of the keyboard is -"},
    {0x00d7, "a product is x * y"},
    {0x22c5, "a product is x * y, of vectors dot(x, y)"},
    {0x00b7, "a product is x * y, of vectors dot(x, y)"},
    {0x2261, "compare with =="},
    {0x2227, "write &&"},
    {0x2228, "write ||"},
    {0x00ac, "write !"},
    {0x2018, "quotation marks are those of the keyboard"},
    {0x2019, "quotation marks are those of the keyboard"},
    {0x201c, "quotation marks are those of the keyboard"},
    {0x201d, "quotation marks are those of the keyboard"},
};

static void lex_unknown(lexer *l)
{
    size_t start = l->at;
    uint32_t c;
    size_t n = fr_utf8_decode(l->text + l->at, l->size - l->at, &c);
    if (n == 0) {
        l->at++;
        while (l->at < l->size && ((unsigned char)l->text[l->at] & 0xc0) == 0x80)
            l->at++;
        fr_report(l->said, RGC_ERROR, "R0101", span_from(l, start),
                  "these bytes are not UTF-8 text");
    } else {
        l->at += n;
        if (c < 32 || c == 0x7f)
            fr_report(l->said, RGC_ERROR, "R0101", span_from(l, start),
                      "unexpected control character 0x%02x", (unsigned)c);
        else {
            rgc_diagnostic *r = fr_report(l->said, RGC_ERROR, "R0101", span_from(l, start),
                                          "unexpected character '%.*s' (U+%04X)", (int)n,
                                          l->text + start, (unsigned)c);
            for (size_t i = 0; i < sizeof look_alikes / sizeof look_alikes[0]; i++)
                if (look_alikes[i].c == c)
                    fr_help(l->said, r, "%s", look_alikes[i].help);
        }
    }
    push(l, TOK_ERROR, start);
}

static bool prime_here(const lexer *l)
{
    if (l->space || l->count == 0)
        return false;
    fr_token_kind k = l->tokens[l->count - 1].kind;
    return k == TOK_IDENT || k == TOK_RPAREN || k == TOK_RBRACKET || k == TOK_RBRACE
           || k == TOK_PRIME;
}

static void lex_one(lexer *l)
{
    size_t start = l->at;
    char c = l->text[l->at];
    if (c == '\n') {
        l->at++;
        push(l, TOK_NEWLINE, start);
        l->space = true;
    } else if (is_digit(c) || (c == '.' && is_digit(peek(l, 1)))) {
        lex_number(l);
    } else if (c == '"') {
        lex_string(l);
    } else if (c == '@') {
        l->at++;
        size_t name = l->at, n;
        for (n = name_character(l, false); n > 0; n = name_character(l, true))
            l->at += n;
        if (l->at == name && peek(l, 0) == '.') /* @. */
            l->at++;
        push(l, TOK_MACRO, start)->text = fr_text(l->d->arena, l->text + name, l->at - name);
    } else if (c == '\'' && prime_here(l)) {
        l->at++;
        push(l, TOK_PRIME, start);
    } else if (name_character(l, false) > 0) {
        lex_name(l);
    } else if (!lex_operator(l)) {
        lex_unknown(l);
    }
}

fr_token *fr_lex(fr_diags *d, fr_diags *said, uint32_t file, size_t *count)
{
    const fr_source *s = &d->sources[file];
    fr_diags nothing = {.arena = d->arena}; /* with its limit of 0 it keeps none */
    lexer l = {
        .d = d, .said = said ? said : &nothing, .file = file, .text = s->text, .size = s->size};
    if (l.size >= 3 && memcmp(l.text, "\xef\xbb\xbf", 3) == 0)
        l.at = 3;
    for (;;) {
        skip_blanks(&l);
        if (l.at >= l.size)
            break;
        lex_one(&l);
    }
    push(&l, TOK_EOF, l.at);
    *count = l.count;
    return l.tokens;
}

const char *fr_token_spelling(fr_token_kind kind)
{
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
        if (operators[i].kind == kind)
            return operators[i].text;
    return "?";
}

const char *fr_token_text(fr_arena *arena, const fr_source *source, const fr_token *token)
{
    if (token->kind == TOK_EOF)
        return "the end of the file";
    if (token->kind == TOK_NEWLINE)
        return "the end of the line";
    if (token->kind == TOK_STRING)
        return "a string";
    return fr_format(arena, "'%.*s'", token->span.length > 40 ? 40 : (int)token->span.length,
                     source->text + token->span.offset);
}
