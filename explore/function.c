/* function.c: the functions that expressions of a study may call. */
#include "explore/function.h"

#include "host-driver/cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* jn and its kin are of X/Open, not of ISO C; glibc declares them under its own names as well. */
double jn(int, double);

static double besselj(double n, double x) { return jn((int)n, x); }

static const struct {
    const char *name;
    double (*call)(double);
} ones[] = {
    {"abs", fabs},     {"sqrt", sqrt},   {"exp", exp},   {"exp2", exp2},   {"log", log},
    {"log2", log2},    {"log10", log10}, {"sin", sin},   {"cos", cos},     {"tan", tan},
    {"asin", asin},    {"acos", acos},   {"atan", atan}, {"sinh", sinh},   {"cosh", cosh},
    {"tanh", tanh},    {"floor", floor}, {"ceil", ceil}, {"round", round}, {"erf", erf},
    {"gamma", tgamma},
};
enum { ONES = sizeof ones / sizeof ones[0] };
static const struct {
    const char *name;
    double (*call)(double, double);
} twos[] = {
    {"atan2", atan2},
    {"besselj", besselj},
};
enum { TWOS = sizeof twos / sizeof twos[0] };
static const char *const others[] = {"min",  "max",    "if",    "length",
                                     "sum",  "maxabs", "error", "relative_error",
                                     "file", "fill",   "range", "unit"};
enum { OTHERS = sizeof others / sizeof others[0] };

typedef struct {
    double sum, largest;
    bool bad;
} folded;

static void fold(const json_t *json, folded *f)
{
    size_t i;
    json_t *item;
    if (json_is_array(json))
        json_array_foreach(json, i, item) fold(item, f);
    else if (json_is_number(json)) {
        f->sum += json_number_value(json);
        f->largest = fmax(f->largest, fabs(json_number_value(json)));
    } else {
        f->bad = true;
    }
}

static folded fold_value(const ex_value *value)
{
    folded f = {.sum = value->number, .largest = fabs(value->number)};
    if (value->json) {
        f = (folded){0};
        fold(value->json, &f);
    }
    return f;
}

/* The largest |a - b|; false when shapes differ or something is no number. */
static bool difference(const json_t *a, const json_t *b, double *largest)
{
    if (json_is_number(a) && json_is_number(b)) {
        *largest = fmax(*largest, fabs(json_number_value(a) - json_number_value(b)));
        return true;
    }
    bool same = json_is_array(a) && json_is_array(b) && json_array_size(a) == json_array_size(b);
    for (size_t i = 0; same && i < json_array_size(a); i++)
        same = difference(json_array_get(a, i), json_array_get(b, i), largest);
    return same;
}

static bool error_of(const ex_value *a, const ex_value *b, bool relative, double *out)
{
    *out = fabs(a->number - b->number);
    if ((a->json == NULL) != (b->json == NULL) || (a->json && !difference(a->json, b->json, out)))
        return false;
    if (relative)
        *out /= fold_value(b).largest;
    return true;
}

/* fill(n, x), range(a, b, n), unit(n, i, x); at most a million numbers. */
static json_t *make_array(const char *function, const ex_value *a)
{
    bool fill = function[0] == 'f', range = function[0] == 'r';
    double n = a[range ? 2 : 0].number;
    json_t *out = n >= 0 && n <= 1e6 && n == floor(n) ? json_array() : NULL;
    for (size_t i = 0; out && i < (size_t)n; i++) {
        double x = fill    ? a[1].number
                   : range ? a[0].number
                                 + (n > 1 ? (a[1].number - a[0].number) * (double)i / (n - 1) : 0)
                           : ((double)i + 1 == a[1].number ? a[2].number : 0);
        if (json_array_append_new(out, json_real(x)) != 0) {
            json_decref(out);
            out = NULL;
        }
    }
    return out;
}

static bool say(char *reason, size_t size, const char *function, const char *what)
{
    snprintf(reason, size, "%s %s", function, what);
    return false;
}

static bool unknown(const char *function, char *reason, size_t size)
{
    const char *names[ONES + TWOS + OTHERS];
    size_t n = 0;
    for (size_t i = 0; i < ONES; i++)
        names[n++] = ones[i].name;
    for (size_t i = 0; i < TWOS; i++)
        names[n++] = twos[i].name;
    for (size_t i = 0; i < OTHERS; i++)
        names[n++] = others[i];
    const char *near = rg_suggest(function, names, n);
    snprintf(reason, size,
             near ? "there is no function `%s`; did you mean `%s`?" : "there is no function `%s`",
             function, near);
    return false;
}

static bool all_numbers(const ex_value *arguments, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (arguments[i].json)
            return false;
    return true;
}

static bool plain(const char *function, const ex_value *a, size_t count, double *out,
                  size_t *wanted)
{
    for (size_t i = 0; i < ONES; i++)
        if (strcmp(ones[i].name, function) == 0) {
            *wanted = 1;
            *out = count == 1 ? ones[i].call(a[0].number) : 0;
            return true;
        }
    for (size_t i = 0; i < TWOS; i++)
        if (strcmp(twos[i].name, function) == 0) {
            *wanted = 2;
            *out = count == 2 ? twos[i].call(a[0].number, a[1].number) : 0;
            return true;
        }
    if (strcmp(function, "if") == 0) {
        *wanted = 3;
        *out = count == 3 ? (a[0].number != 0 ? a[1].number : a[2].number) : 0;
        return true;
    }
    if (strcmp(function, "min") != 0 && strcmp(function, "max") != 0)
        return false;
    *wanted = count ? count : 1;
    *out = count ? a[0].number : 0;
    for (size_t i = 1; i < count; i++)
        *out = function[1] == 'i' ? fmin(*out, a[i].number) : fmax(*out, a[i].number);
    return true;
}

bool ex_call(const char *function, const ex_value *a, size_t count, bool syntax_only,
             ex_value *value, char *reason, size_t size)
{
    size_t wanted = 1;
    *value = (ex_value){NULL, 0};
    if (plain(function, a, count, &value->number, &wanted)) {
        if (count != wanted)
            return say(reason, size, function,
                       wanted == 1   ? "takes one argument"
                       : wanted == 2 ? "takes two arguments"
                                     : "takes three arguments");
        if (!all_numbers(a, count))
            return say(reason, size, function, "takes numbers, not arrays");
        return true;
    }
    bool two = strcmp(function, "error") == 0 || strcmp(function, "relative_error") == 0;
    bool known = false;
    for (size_t i = 0; i < OTHERS; i++)
        known = known || strcmp(others[i], function) == 0;
    if (!known)
        return unknown(function, reason, size);
    bool fill = strcmp(function, "fill") == 0,
         array = fill || strcmp(function, "range") == 0 || strcmp(function, "unit") == 0;
    wanted = array && !fill ? 3 : two || fill ? 2 : 1;
    if (count != wanted)
        return say(reason, size, function,
                   wanted == 1   ? "takes one argument"
                   : wanted == 2 ? "takes two arguments"
                                 : "takes three arguments");
    if (syntax_only)
        return true;
    if (array) {
        value->json = all_numbers(a, count) ? make_array(function, a) : NULL;
        return value->json
               || say(reason, size, function, "wants a whole count, and numbers that are finite");
    }
    folded f = fold_value(&a[0]);
    if (two) {
        if (!error_of(&a[0], &a[1], function[0] == 'r', &value->number))
            return say(reason, size, function,
                       "wants two numbers, or two arrays of numbers of one shape");
    } else if (strcmp(function, "length") == 0) {
        if (!json_is_array(a[0].json))
            return say(reason, size, function, "wants an array");
        value->number = (double)json_array_size(a[0].json);
    } else if (f.bad) {
        return say(reason, size, function, "wants numbers");
    } else {
        value->number = function[0] == 's' ? f.sum : f.largest;
    }
    return true;
}
