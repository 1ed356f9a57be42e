/* julia_array.c: numbers and arrays as Julia spells them, rewritten as JSON: [1 2; 3 4], [.5, 1.],
 * [1 + 2im, 3im], 1_000. */
#include "host-driver/cli/cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8 };

typedef struct {
    const char *at;
    char *out;
    size_t used;
    bool good;
} rewriter;

static void put(rewriter *r, char c) { r->out[r->used++] = c; }

static void put_text(rewriter *r, const char *text)
{
    while (*text)
        put(r, *text++);
}

static bool is_digit(char c) { return isdigit((unsigned char)c) != 0; }

/* Digits; a _ may stand between two of them. */
static size_t put_digits(rewriter *r)
{
    size_t count = 0;
    for (; is_digit(*r->at) || (count > 0 && *r->at == '_' && is_digit(r->at[1])); r->at++)
        if (*r->at != '_') {
            put(r, *r->at);
            count++;
        }
    return count;
}

static void put_exponent(rewriter *r)
{
    if (*r->at != 'e' && *r->at != 'E')
        return;
    put(r, *r->at++);
    if (*r->at == '-' || *r->at == '+')
        put(r, *r->at++);
    r->good = r->good && put_digits(r) > 0;
}

/* A number without its sign, with digits on both sides of a point. */
static void put_unsigned(rewriter *r)
{
    const size_t start = r->used;
    size_t whole = put_digits(r);
    if (whole == 0)
        put(r, '0');
    if (whole > 1 && r->out[start] == '0') /* JSON has no 01, and Julia reads it as 1 */
        r->good = false;
    if (*r->at == '.') {
        r->at++;
        put(r, '.');
        const size_t behind = put_digits(r);
        if (behind == 0)
            put(r, '0');
        whole += behind;
    }
    r->good = r->good && whole > 0;
    put_exponent(r);
}

static void skip_blanks(rewriter *r) { r->at += strspn(r->at, " \t\n"); }

static bool starts_number(const char *at) { return is_digit(*at) || *at == '.'; }

/* The sign before a second part: 1+2im and 1 + 2im, but 1 +2im are two elements. */
static bool joins(const char *at)
{
    const size_t before = strspn(at, " "), sign = before;
    if (at[sign] != '+' && at[sign] != '-')
        return false;
    const size_t behind = strspn(at + sign + 1, " ");
    return (before > 0) == (behind > 0) || before == 0;
}

static bool at_im(const rewriter *r)
{
    return strncmp(r->at, "im", 2) == 0 && !isalnum((unsigned char)r->at[2]);
}

/* One part of a number, with its sign; true: it is imaginary. */
static bool put_part(rewriter *r)
{
    if (*r->at == '-')
        put(r, '-');
    if (*r->at == '-' || *r->at == '+')
        r->at++;
    skip_blanks(r);
    if (at_im(r))
        put(r, '1');
    else
        put_unsigned(r);
    const bool imaginary = r->good && at_im(r);
    if (imaginary) {
        put_text(r, "im");
        r->at += 2;
    }
    return imaginary;
}

/* 3, -0.5, "1.5-2im" */
static void put_number(rewriter *r)
{
    const size_t start = r->used;
    put(r, '"');
    bool imaginary = put_part(r);
    if (!imaginary && r->good && joins(r->at)) {
        r->at += strspn(r->at, " ");
        if (*r->at == '+')
            put(r, '+');
        imaginary = put_part(r);
        r->good = r->good && imaginary;
    }
    if (imaginary) {
        put(r, '"');
        return;
    }
    memmove(r->out + start, r->out + start + 1, r->used - start - 1);
    r->used--;
}

static bool put_word(rewriter *r, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0 || isalnum((unsigned char)r->at[length]))
        return false;
    r->at += length;
    put_text(r, word);
    return true;
}

static void put_array(rewriter *r, unsigned depth);

static void put_item(rewriter *r, unsigned depth)
{
    if (*r->at == '[')
        put_array(r, depth + 1);
    else if (starts_number(r->at) || *r->at == '-' || *r->at == '+' || at_im(r))
        put_number(r);
    else
        r->good = put_word(r, "true") || put_word(r, "false");
}

/* What stands behind an element: ',', ';', ' ' for blanks alone, or ']'. */
static char separator(rewriter *r)
{
    const bool blank = *r->at == ' ' || *r->at == '\t' || *r->at == '\n';
    skip_blanks(r);
    const char c = *r->at;
    if (c == ',' || c == ';') {
        r->at++;
        skip_blanks(r);
        return c;
    }
    if (c == ']' || blank)
        return c == ']' ? c : ' ';
    r->good = false;
    return ']';
}

/* Whether blanks stand between elements of this array, which is a matrix then. What is written
 * while looking ahead is written over later. */
static bool has_rows(const rewriter *r)
{
    rewriter ahead = *r;
    bool blank = false;
    while (ahead.good && *ahead.at != ']' && *ahead.at != '[') {
        ahead.used = r->used;
        put_item(&ahead, DEEPEST);
        blank = (ahead.good && separator(&ahead) == ' ') || blank;
    }
    return blank;
}

/* Numbers with blanks between them; a semicolon ends a row. */
static void put_rows(rewriter *r)
{
    put_text(r, "[[");
    while (r->good && *r->at != ']') {
        put_item(r, DEEPEST);
        const char next = r->good ? separator(r) : ']';
        r->good = r->good && next != ',';
        if (*r->at != ']')
            put_text(r, next == ';' ? "],[" : ",");
    }
    put_text(r, "]]");
}

/* Elements with commas, or numbers with semicolons. */
static void put_list(rewriter *r, unsigned depth)
{
    char first = ']';
    put(r, '[');
    while (r->good && *r->at != ']') {
        const bool array = *r->at == '[';
        put_item(r, depth);
        const char next = r->good ? separator(r) : ']';
        first = first == ']' ? next : first;
        r->good = r->good && next != ' ' && (next == first || *r->at == ']')
                  && !(array && next == ';');
        if (*r->at != ']')
            put(r, ',');
    }
    put(r, ']');
}

static void put_array(rewriter *r, unsigned depth)
{
    r->at++;
    skip_blanks(r);
    if (depth >= DEEPEST)
        r->good = false;
    else if (depth == 1 && has_rows(r))
        put_rows(r);
    else
        put_list(r, depth);
    r->good = r->good && *r->at == ']';
    r->at += r->good;
}

char *cli_julia_as_json(const char *text)
{
    rewriter r = {.at = text, .good = true};
    r.out = malloc(8 * strlen(text) + 16); /* .im becomes "0.0im" within [[ ]] */
    if (!r.out)
        return NULL;
    put_item(&r, 0);
    skip_blanks(&r);
    r.good = r.good && *r.at == '\0';
    r.out[r.used] = '\0';
    if (r.good)
        return r.out;
    free(r.out);
    return NULL;
}
