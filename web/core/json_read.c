/* json_read.c: JSON text into values. */
#include "json_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 2048 };

typedef struct {
    const char *at, *end;
    size_t flags;
    int line, depth;
    json_error_t *error;
} reading;

static json_t *fail(reading *r, const char *why)
{
    if (r->error->text[0] == '\0') {
        r->error->line = r->line;
        snprintf(r->error->text, sizeof r->error->text, "%s", why);
    }
    return NULL;
}

static char peek(reading *r)
{
    for (; r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at; r->at++)
        r->line += *r->at == '\n';
    return r->at < r->end ? *r->at : '\0';
}

static bool take(reading *r, char c)
{
    const bool there = peek(r) == c && r->at < r->end;
    r->at += there;
    return there;
}

static bool read_hex(reading *r, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *found = r->at < r->end && *r->at ? strchr(digits, *r->at) : NULL;
        if (!found)
            return false;
        *code = *code << 4 | (unsigned)((found - digits) & 15);
    }
    return true;
}

static size_t put_utf8(char *to, unsigned code)
{
    size_t n = 0;
    if (code < 0x80) {
        to[n++] = (char)code;
    } else if (code < 0x800) {
        to[n++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        to[n++] = (char)(0xe0 | code >> 12);
        to[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        to[n++] = (char)(0xf0 | code >> 18);
        to[n++] = (char)(0x80 | (code >> 12 & 0x3f));
        to[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80)
        to[n++] = (char)(0x80 | (code & 0x3f));
    return n;
}

/* Behind "\u": one character, or half a pair and its other half. */
static bool read_unicode(reading *r, unsigned *code)
{
    unsigned low;
    if (!read_hex(r, code) || *code == 0)
        return false;
    if (*code < 0xd800 || *code > 0xdfff)
        return true;
    if (*code > 0xdbff || r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u')
        return false;
    r->at += 2;
    if (!read_hex(r, &low) || low < 0xdc00 || low > 0xdfff)
        return false;
    *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

/* One character of a string to `to`; the number of its bytes, or 0. */
static size_t read_character(reading *r, char *to)
{
    const char *escapes = "\"\\/bfnrt", *means = "\"\\/\b\f\n\r\t";
    unsigned code;
    if ((unsigned char)*r->at < 0x20)
        return 0;
    if (*r->at != '\\') {
        *to = *r->at++;
        return 1;
    }
    if (++r->at >= r->end)
        return 0;
    const char escape = *r->at++;
    if (escape == 'u')
        return read_unicode(r, &code) ? put_utf8(to, code) : 0;
    const char *found = escape ? strchr(escapes, escape) : NULL;
    if (found)
        *to = means[found - escapes];
    return found ? 1 : 0;
}

/* The text behind the opening quote, to be freed. */
static char *read_text(reading *r, size_t *size)
{
    char *text = malloc((size_t)(r->end - r->at) + 8); /* no escape is shorter than what it means */
    size_t n = 0, put = 1;
    if (!text)
        return NULL;
    while (put > 0 && r->at < r->end && *r->at != '"')
        n += put = read_character(r, text + n);
    if (put == 0 || r->at >= r->end) {
        fail(r, "invalid string");
        free(text);
        return NULL;
    }
    r->at++;
    text[n] = '\0';
    *size = n;
    return text;
}

static json_t *read_value(reading *r);

static json_t *read_string(reading *r)
{
    size_t size;
    char *text = read_text(r, &size);
    json_t *json = text ? rg_json_text(text, size) : NULL;
    free(text);
    return json;
}

static bool read_member(reading *r, json_t *object)
{
    size_t size;
    char *key = take(r, '"') ? read_text(r, &size) : NULL;
    bool good = key != NULL;
    if (!good)
        fail(r, "string or '}' expected");
    if (good && (r->flags & JSON_REJECT_DUPLICATES) && json_object_get(object, key)) {
        fail(r, "duplicate object key");
        good = false;
    }
    if (good && !take(r, ':')) {
        fail(r, "':' expected");
        good = false;
    }
    good = good && json_object_set_new(object, key, read_value(r)) == 0;
    free(key);
    return good;
}

static json_t *read_items(reading *r, json_t *into, char close)
{
    bool good = into && r->depth < DEEPEST;
    if (!good)
        fail(r, "maximum parsing depth reached");
    r->depth++;
    bool more = good && !take(r, close);
    while (good && more) {
        good = close == '}' ? read_member(r, into)
                            : json_array_append_new(into, read_value(r)) == 0;
        more = good && take(r, ',');
        if (good && !more && !take(r, close)) {
            fail(r, close == '}' ? "'}' expected" : "']' expected");
            good = false;
        }
    }
    r->depth--;
    if (good)
        return into;
    json_decref(into);
    return NULL;
}

static size_t digits_at(const char *at, const char *end)
{
    size_t n = 0;
    while (at + n < end && at[n] >= '0' && at[n] <= '9')
        n++;
    return n;
}

/* The length of the number at the front, 0 where none is; *real: it has a point or an exponent. */
static size_t number_length(const reading *r, bool *real)
{
    const char *at = r->at + (*r->at == '-');
    size_t n = digits_at(at, r->end);
    *real = false;
    if (n == 0 || (n > 1 && *at == '0'))
        return 0;
    at += n;
    if (at < r->end && *at == '.') {
        *real = true;
        n = digits_at(++at, r->end);
        if (n == 0)
            return 0;
        at += n;
    }
    if (at < r->end && (*at == 'e' || *at == 'E')) {
        *real = true;
        at++;
        at += at < r->end && (*at == '-' || *at == '+');
        n = digits_at(at, r->end);
        if (n == 0)
            return 0;
        at += n;
    }
    return (size_t)(at - r->at);
}

static json_t *read_number(reading *r)
{
    bool real;
    const size_t length = number_length(r, &real);
    char *text = length ? malloc(length + 1) : NULL;
    if (!text)
        return fail(r, "invalid token");
    memcpy(text, r->at, length);
    text[length] = '\0';
    r->at += length;
    errno = 0;
    const double value = strtod(text, NULL);
    const bool too_large = real && errno == ERANGE && (value > 1 || value < -1);
    errno = 0;
    const json_int_t whole = real ? 0 : strtoll(text, NULL, 10);
    const bool too_long = !real && errno == ERANGE;
    free(text);
    if (too_large)
        return fail(r, "real number overflow");
    if (too_long)
        return fail(r, "too big integer");
    return real ? json_real(value) : json_integer(whole);
}

static json_t *read_word(reading *r)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i]);
        if ((size_t)(r->end - r->at) < length || memcmp(r->at, words[i], length) != 0)
            continue;
        r->at += length;
        return i == 2 ? json_null() : json_boolean(i == 0);
    }
    return fail(r, "invalid token");
}

static json_t *read_value(reading *r)
{
    const char c = peek(r);
    if (r->at >= r->end)
        return fail(r, "premature end of input");
    if (take(r, '{'))
        return read_items(r, json_object(), '}');
    if (take(r, '['))
        return read_items(r, json_array(), ']');
    if (take(r, '"'))
        return read_string(r);
    return c == '-' || (c >= '0' && c <= '9') ? read_number(r) : read_word(r);
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    json_error_t own;
    reading r = {text, text + size, flags, 1, 0, error ? error : &own};
    memset(r.error, 0, sizeof *r.error);
    const char first = peek(&r);
    if (!(flags & JSON_DECODE_ANY) && first != '{' && first != '[')
        return fail(&r, "'[' or '{' expected");
    json_t *json = read_value(&r);
    if (json)
        peek(&r);
    if (!json || r.at == r.end)
        return json;
    json_decref(json);
    return fail(&r, "end of file expected");
}

static char *read_file(const char *path, size_t *size)
{
    char *text = NULL, *grown = NULL;
    FILE *file = fopen(path, "rb");
    size_t room = 0;
    *size = 0;
    while (file && !feof(file) && !ferror(file)) {
        room = room ? 2 * room : 4096;
        if (!(grown = realloc(text, room)))
            break;
        text = grown;
        *size += fread(text + *size, 1, room - *size, file);
    }
    const bool good = file && grown && !ferror(file);
    if (file)
        fclose(file);
    if (good)
        return text;
    free(text);
    return NULL;
}

json_t *json_load_file(const char *path, size_t flags, json_error_t *error)
{
    size_t size;
    char *text = read_file(path, &size);
    memset(error, 0, sizeof *error);
    if (!text) {
        error->line = -1;
        snprintf(error->text, sizeof error->text, "unable to open %s: %s", path, strerror(errno));
        return NULL;
    }
    json_t *json = json_loadb(text, size, flags, error);
    free(text);
    return json;
}
