/* expression.c: the expressions of a study: a recursive descent parser that evaluates as it goes.
 */
#include "explore/expression.h"

#include "compiler/special.h"
#include "explore/function.h"
#include "host-driver/cli/cli.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64, LONGEST_NAME = 256 };

typedef struct {
    const char *text, *p;
    const ex_scope *scope;
    char *message;
    size_t size;
    unsigned depth;
    bool failed;
    size_t failed_at;
} parser;

static ex_value expression(parser *s);

static ex_value number(double x) { return (ex_value){NULL, x}; }

void ex_value_free(ex_value *value)
{
    json_decref(value->json);
    value->json = NULL;
}

void ex_format(double x, char *text, size_t size)
{
    if (x == floor(x) && fabs(x) < 9007199254740992.0)
        snprintf(text, size, "%.0f", x + 0.0);
    else
        snprintf(text, size, "%.17g", x);
}

static ex_value fail(parser *s, const char *format, ...)
{
    if (!s->failed) {
        va_list list;
        va_start(list, format);
        vsnprintf(s->message, s->size, format, list);
        va_end(list);
        s->failed = true;
        s->failed_at = (size_t)(s->p - s->text);
    }
    return number(0);
}

static void blanks(parser *s)
{
    while (isspace((unsigned char)*s->p))
        s->p++;
}

static bool accept(parser *s, const char *token)
{
    blanks(s);
    size_t n = strlen(token);
    if (strncmp(s->p, token, n) != 0)
        return false;
    s->p += n;
    return true;
}

static void expect(parser *s, const char *token)
{
    if (!s->failed && !accept(s, token))
        fail(s, *s->p ? "expected `%s`, not `%.12s`" : "expected `%s` at the end", token, s->p);
}

/* The number that the value is; arrays and objects are none. */
static double scalar(parser *s, ex_value *value)
{
    if (value->json && !s->failed)
        fail(s, "this is %s, where a number is wanted",
             json_is_array(value->json) ? "an array" : "an object");
    ex_value_free(value);
    return value->number;
}

static ex_value from_json(json_t *json)
{
    if (json_is_number(json))
        return number(json_number_value(json));
    if (json_is_boolean(json))
        return number(json_is_true(json));
    if (json_is_null(json))
        return number(NAN); /* the report says that there is none */
    return (ex_value){json_incref(json), 0};
}

/* Letters, digits, _, all of UTF-8, and ! unless it begins != . */
static bool name(parser *s, char *out)
{
    size_t n = 0;
    blanks(s);
    if (!isalpha((unsigned char)*s->p) && *s->p != '_' && (*s->p & 0x80) == 0)
        return false;
    while (isalnum((unsigned char)*s->p) || *s->p == '_' || (*s->p & 0x80) != 0
           || (*s->p == '!' && s->p[1] != '=')) {
        if (n + 1 < LONGEST_NAME)
            out[n++] = *s->p;
        s->p++;
    }
    out[n] = '\0';
    return true;
}

static bool quoted(parser *s, char *out)
{
    size_t n = 0;
    if (!accept(s, "\""))
        return false;
    while (*s->p && *s->p != '"') {
        if (n + 1 < LONGEST_NAME)
            out[n++] = *s->p;
        s->p++;
    }
    out[n] = '\0';
    expect(s, "\"");
    return true;
}

/* base[key], base.key */
static ex_value field(parser *s, ex_value base, const char *key)
{
    if (s->failed || !s->scope->lookup) {
        ex_value_free(&base);
        return number(1);
    }
    json_t *found = base.json ? json_object_get(base.json, key) : NULL;
    ex_value value = number(0);
    if (!found) {
        const char *names[64], *other;
        size_t count = 0;
        json_t *unused;
        json_object_foreach(base.json, other, unused) if (count < 64) names[count++] = other;
        const char *near = rg_suggest(key, names, count);
        if (!base.json || !json_is_object(base.json))
            fail(s, "`%s` is asked of something that has no fields", key);
        else
            fail(s, near ? "there is no field `%s`; did you mean `%s`?" : "there is no field `%s`",
                 key, near);
    } else {
        value = from_json(found);
    }
    ex_value_free(&base);
    return value;
}

static ex_value element(parser *s, ex_value base, double index)
{
    if (s->failed || !s->scope->lookup) {
        ex_value_free(&base);
        return number(1);
    }
    ex_value value = number(0);
    if (!base.json || !json_is_array(base.json))
        fail(s, "an index is asked of something that is no array");
    else if (index != floor(index) || index < 1 || index > (double)json_array_size(base.json))
        fail(s, "the index %g is not one of 1 to %zu", index, json_array_size(base.json));
    else
        value = from_json(json_array_get(base.json, (size_t)index - 1));
    ex_value_free(&base);
    return value;
}

static ex_value read_file(parser *s)
{
    char file[LONGEST_NAME], path[2 * LONGEST_NAME + 4096];
    json_error_t error;
    if (!quoted(s, file))
        return fail(s, "file(...) wants a name in double quotes");
    expect(s, ")");
    if (s->failed || !s->scope->lookup)
        return number(1);
    snprintf(path, sizeof path, "%s%s", file[0] == '/' ? "" : s->scope->folder, file);
    FILE *in = rg_open_to_read(path);
    if (!in)
        return fail(s, "%s: %s", path, rg_why_unread());
    json_t *json = json_loadf(in, JSON_DECODE_ANY, &error);
    fclose(in);
    if (!json)
        return fail(s, "%s: %s", path, error.text);
    ex_value value = from_json(json);
    json_decref(json);
    return value;
}

static ex_value call(parser *s, const char *function)
{
    ex_value arguments[EX_MOST_ARGUMENTS];
    size_t count = 0;
    if (strcmp(function, "file") == 0)
        return read_file(s);
    while (!s->failed && !accept(s, ")")) {
        if (count > 0)
            expect(s, ",");
        if (count == EX_MOST_ARGUMENTS)
            fail(s, "%s has too many arguments", function);
        else if (!s->failed)
            arguments[count++] = expression(s);
    }
    ex_value value = number(0);
    char reason[256] = "";
    if (!s->failed
        && !ex_call(function, arguments, count, s->scope->lookup == NULL, &value, reason,
                    sizeof reason))
        fail(s, "%s", reason);
    for (size_t i = 0; i < count; i++)
        ex_value_free(&arguments[i]);
    return value;
}

static ex_value array(parser *s)
{
    json_t *json = json_array();
    bool lost = !json;
    while (!s->failed && !accept(s, "]")) {
        if (json_array_size(json) > 0)
            expect(s, ",");
        ex_value item = expression(s);
        lost = lost
               || json_array_append_new(json,
                                        item.json ? json_incref(item.json) : json_real(item.number))
                      != 0;
        ex_value_free(&item);
        if (lost)
            fail(s,
                 "the array cannot be built: a number is not finite, or the host is out of memory");
    }
    return (ex_value){json, 0};
}

static ex_value lookup(parser *s, const char *what)
{
    ex_value value = number(1);
    if (strcmp(what, "pi") == 0)
        return number(3.14159265358979323846);
    if (strcmp(what, "true") == 0 || strcmp(what, "false") == 0)
        return number(what[0] == 't');
    if (s->scope->lookup && !s->scope->lookup(s->scope->context, what, &value))
        return fail(s,
                    "there is nothing named `%s`: not an axis, not an objective above, not a field "
                    "of the report%s",
                    what,
                    strcmp(what, "energy") == 0
                        ? "; those of Float have no energies: give the option --fixed"
                        : "");
    return value;
}

static ex_value primary(parser *s)
{
    char word[LONGEST_NAME];
    ex_value value;
    blanks(s);
    if (accept(s, "(")) {
        value = expression(s);
        expect(s, ")");
    } else if (accept(s, "[")) {
        value = array(s);
    } else if (name(s, word)) {
        value = accept(s, "(") ? call(s, word) : lookup(s, word);
    } else {
        char *end;
        double x = isdigit((unsigned char)*s->p) || *s->p == '.' ? strtod(s->p, &end)
                                                                 : (end = NULL, 0.0);
        if (!end || end == s->p)
            return fail(s,
                        *s->p ? "expected a number or a name, not `%.12s`"
                              : "expected a number or a name at the end",
                        s->p);
        s->p = end;
        return number(x);
    }
    while (!s->failed) {
        if (accept(s, ".")) {
            if (!name(s, word))
                fail(s, "expected the name of a field behind the point");
            value = field(s, value, word);
        } else if (accept(s, "[")) {
            if (quoted(s, word)) {
                value = field(s, value, word);
            } else {
                ex_value index = expression(s);
                value = element(s, value, scalar(s, &index));
            }
            expect(s, "]");
        } else {
            break;
        }
    }
    return value;
}

static ex_value unary(parser *s);

static ex_value power(parser *s)
{
    ex_value base = primary(s);
    if (s->failed || !accept(s, "^"))
        return base;
    double x = scalar(s, &base);
    ex_value exponent = unary(s);
    return number(pow(x, scalar(s, &exponent)));
}

static ex_value unary(parser *s)
{
    bool minus = accept(s, "-"), not = !minus && *s->p == '!' && s->p[1] != '=' && accept(s, "!");
    if (!minus && !not )
        return power(s);
    if (++s->depth > DEEPEST)
        return fail(s, "this is nested too deeply");
    ex_value value = unary(s);
    s->depth--;
    double x = scalar(s, &value);
    return number(minus ? -x : x == 0);
}

/* Binary operators from the loosest to the tightest; a longer one stands before its beginning. */
static const char *const levels[][7] = {
    {"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static double apply(const char *op, double a, double b)
{
    switch (op[0]) {
    case '|': return a != 0 || b != 0;
    case '&': return a != 0 && b != 0;
    case '=': return a == b;
    case '!': return a != b;
    case '<': return op[1] ? a <= b : a < b;
    case '>': return op[1] ? a >= b : a > b;
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    default: return fmod(a, b);
    }
}

/* Element by element where one of them is an array; NULL when shapes differ, or memory is short. */
static json_t *apply_each(const char *op, const json_t *a, const json_t *b)
{
    if (json_is_number(a) && json_is_number(b))
        return json_real(apply(op, json_number_value(a), json_number_value(b)));
    bool left = json_is_array(a), right = json_is_array(b);
    size_t n = json_array_size(left ? a : b);
    json_t *out = (left || json_is_number(a)) && (right || json_is_number(b))
                          && (!left || !right || json_array_size(b) == n)
                      ? json_array()
                      : NULL;
    for (size_t i = 0; out && i < n; i++)
        if (json_array_append_new(out, apply_each(op, left ? json_array_get(a, i) : a,
                                                  right ? json_array_get(b, i) : b))
            != 0) {
            json_decref(out);
            out = NULL;
        }
    return out;
}

static ex_value combine(parser *s, const char *op, ex_value *a, ex_value *b)
{
    ex_value out = number(0);
    if (s->failed || (!a->json && !b->json)) {
        out.number = apply(op, a->number, b->number);
    } else {
        json_t *left = a->json ? json_incref(a->json) : json_real(a->number),
               *right = b->json ? json_incref(b->json) : json_real(b->number);
        out.json = apply_each(op, left, right);
        json_decref(left);
        json_decref(right);
        if (!out.json)
            fail(s,
                 "`%s` joins numbers and arrays of numbers of one shape, and gives finite numbers",
                 op);
    }
    ex_value_free(a);
    ex_value_free(b);
    return out;
}

static ex_value binary(parser *s, size_t level)
{
    if (level == LEVELS)
        return unary(s);
    ex_value left = binary(s, level + 1);
    while (!s->failed) {
        const char *const *op = levels[level];
        while (*op && !accept(s, *op))
            op++;
        if (!*op)
            break;
        ex_value right = binary(s, level + 1);
        left = combine(s, *op, &left, &right);
    }
    return left;
}

static ex_value expression(parser *s)
{
    if (++s->depth > DEEPEST)
        return fail(s, "this is nested too deeply");
    ex_value value = binary(s, 0);
    s->depth--;
    return value;
}

bool ex_evaluate(const char *text, const ex_scope *scope, ex_value *value, char *message,
                 size_t size, size_t *at)
{
    parser s = {.text = text, .p = text, .scope = scope, .message = message, .size = size};
    *value = expression(&s);
    blanks(&s);
    if (!s.failed && *s.p)
        fail(&s, "`%.12s` is left over", s.p);
    if (s.failed)
        ex_value_free(value);
    *at = s.failed_at;
    return !s.failed;
}
