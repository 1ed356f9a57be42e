/* session_expression.c: expressions over the variables of a frame, as conditions and to be shown.
 *
 *   or: and { || and }        and: compare { && compare }     compare: sum [ == != < <= > >= sum ]
 *   sum: term { + - term }    term: factor { * / % factor }
 *   factor: number | - factor | ! factor | ( or ) | time | grad( place ) | tangent( place ) | place
 *   place: name [ [ or [, or] ] ] [ .part ] */
#include "host-driver/session.h"

#include "host-driver/api.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 60, NAME_ROOM = 128 };

typedef struct {
    rg_session *s;
    size_t frame;
    const char *text, *at;
    unsigned depth;
    rg_fault *fault;
    rg_result result;
    bool plain; /* a variable or an element and nothing else */
    rg_found found;
    unsigned bank;
    char name[NAME_ROOM];
} parser;

static double either(parser *p);

static void skip(parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static double refuse(parser *p, const char *what)
{
    if (p->result == RG_OK)
        p->result = rg_fail(p->fault, RG_BAD_USE, "R0944", "%s: %s", p->text, what);
    return NAN;
}

static bool take(parser *p, const char *token)
{
    skip(p);
    const size_t length = strlen(token);
    if (strncmp(p->at, token, length) != 0)
        return false;
    p->at += length;
    return true;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'' || (unsigned char)c >= 0x80;
}

/* A name may end in "!", but not where "!=" follows and no such variable can be meant. */
static void take_name(parser *p)
{
    size_t used = strlen(p->name);
    while ((in_name(*p->at) || (*p->at == '.' && in_name(p->at[1]))
            || (*p->at == '!' && p->at[1] != '='))
           && used + 1 < sizeof p->name)
        p->name[used++] = *p->at++;
    p->name[used] = '\0';
}

static size_t index_of(parser *p)
{
    const double value = either(p);
    if (p->result == RG_OK && !(value >= 1 && value < 1e15 && value == floor(value)))
        refuse(p, "an index is a number from 1 on");
    return p->result == RG_OK ? (size_t)value : 1;
}

/* Further indices than an array has must be 1, and one that has fewer counts the columns. */
static void take_element(parser *p, const size_t *at, unsigned count)
{
    const rg_found array = p->found;
    size_t index = 0, stride = 1;
    bool fits = count <= 2 || count <= array.rank;
    if (array.rank == 0) {
        refuse(p, "it is not an array");
        return;
    }
    for (unsigned d = 0; d < count; d++) {
        const size_t extent = d == 0                 ? array.rows
                              : count == array.rank  ? array.extents[d]
                              : d == 1 && count == 2 ? array.columns
                                                     : array.extents[d];
        fits = fits && at[d] <= extent && (d == 0 || array.rank > 1 || at[d] == 1);
        index += (at[d] - 1) * stride;
        stride *= extent;
    }
    char last[48];
    const size_t all = array.rows * array.columns;
    rg_element_text(array.extents, array.rank, all ? all - 1 : 0, last, sizeof last);
    if (!fits && array.rank > 2)
        p->result = rg_fail(p->fault, RG_BAD_USE, "R0944", "%s: the last element of %s is %s",
                            p->text, p->name, last);
    else if (!fits)
        p->result = rg_fail(p->fault, RG_BAD_USE, "R0944", "%s: %s has %zu by %zu elements",
                            p->text, p->name, array.rows, array.columns);
    else
        rg_session_element(p->s, &array, index, &p->found);
}

static void place(parser *p)
{
    size_t at[RG_MOST_RANK] = {0};
    unsigned count = 0;
    p->name[0] = '\0';
    skip(p);
    take_name(p);
    if (!p->name[0]) {
        refuse(p, *p->at ? "not an expression" : "something is missing at its end");
        return;
    }
    char name[NAME_ROOM];
    memcpy(name, p->name, sizeof name);
    if (take(p, "[")) {
        do
            at[count++] = index_of(p);
        while (p->result == RG_OK && count < RG_MOST_RANK && take(p, ","));
        if (p->result == RG_OK && !take(p, "]"))
            refuse(p, "`]` is missing");
        memcpy(p->name, name, sizeof name);
        if (*p->at == '.')
            take_name(p); /* v[i].x is the element of v.x */
    }
    if (p->result != RG_OK)
        return;
    if (!rg_session_find(p->s, p->frame, p->name, &p->found)) {
        p->result = rg_fail(p->fault, RG_BAD_USE, "R0944", "there is no variable %s here", p->name);
        return;
    }
    if (p->found.absent)
        p->result = rg_fail(p->fault, RG_BAD_USE, "R0945",
                            "%s is in no register and no word of memory at this point", p->name);
    else if (count > 0)
        take_element(p, at, count);
}

static double number_at(parser *p, unsigned bank)
{
    rg_session_value value = {0};
    place(p);
    if (p->result != RG_OK)
        return NAN;
    p->bank = bank;
    p->plain = true;
    rg_session_read(p->s, &p->found, &value);
    if (p->found.rank > 0)
        return NAN; /* only as a whole */
    return bank == 0 ? value.value : bank == 1 ? value.gradient : value.tangent;
}

static double within(parser *p, unsigned bank)
{
    const double value = number_at(p, bank);
    const bool plain = p->plain;
    if (p->result == RG_OK && !take(p, ")"))
        return refuse(p, "`)` is missing");
    p->plain = plain;
    return value;
}

/* A word and nothing longer. */
static bool word(parser *p, const char *text)
{
    skip(p);
    const size_t length = strlen(text);
    if (strncmp(p->at, text, length) != 0 || in_name(p->at[length]) || p->at[length] == '!')
        return false;
    p->at += length;
    return true;
}

static bool function(parser *p, const char *name)
{
    const char *before = p->at;
    if (word(p, name) && take(p, "("))
        return true;
    p->at = before;
    return false;
}

static double scalar(parser *p, double value)
{
    if (p->plain && p->found.rank > 0)
        return refuse(p, "an array is no number: name one of its elements");
    p->plain = false;
    return value;
}

static double bracketed(parser *p)
{
    const double value = either(p);
    return p->result != RG_OK || take(p, ")") ? value : refuse(p, "`)` is missing");
}

static double factor(parser *p)
{
    rg_found found;
    if (p->result != RG_OK || ++p->depth > DEEPEST)
        return refuse(p, "it is nested too deep");
    double value;
    skip(p);
    if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1]))) {
        char *end;
        value = strtod(p->at, &end);
        p->at = end;
    } else if (take(p, "-")) {
        value = -scalar(p, factor(p));
    } else if (*p->at == '!') {
        p->at++;
        value = scalar(p, factor(p)) == 0;
    } else if (take(p, "(")) {
        value = bracketed(p);
    } else if (function(p, "grad")) {
        value = within(p, 1);
    } else if (function(p, "tangent")) {
        value = within(p, 2);
    } else if (strncmp(p->at, "time", 4) == 0 && !in_name(p->at[4])
               && !rg_session_find(p->s, p->frame, "time", &found)) {
        p->at += 4;
        value = (double)p->s->time;
    } else if (word(p, "true") || word(p, "false")) {
        value = p->at[-1] == 'e' && p->at[-2] == 'u';
    } else {
        value = number_at(p, 0);
    }
    p->depth--;
    return value;
}

static double term(parser *p)
{
    double value = factor(p);
    for (skip(p); p->result == RG_OK && *p->at && strchr("*/%", *p->at); skip(p)) {
        const char op = *p->at++;
        value = scalar(p, value);
        const double right = scalar(p, factor(p));
        value = op == '*' ? value * right : op == '/' ? value / right : fmod(value, right);
    }
    return value;
}

static double sum(parser *p)
{
    double value = term(p);
    for (skip(p); p->result == RG_OK && (*p->at == '+' || *p->at == '-'); skip(p)) {
        const char op = *p->at++;
        value = scalar(p, value);
        const double right = scalar(p, term(p));
        value = op == '+' ? value + right : value - right;
    }
    return value;
}

static double compare(parser *p)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};
    double value = sum(p);
    for (unsigned i = 0; p->result == RG_OK && i < 6; i++)
        if (take(p, signs[i])) {
            value = scalar(p, value);
            const double right = scalar(p, sum(p));
            const bool holds[] = {value == right, value != right, value <= right, value >= right,
                                  value<right, value> right};
            return holds[i];
        }
    return value;
}

static double both(parser *p)
{
    double value = compare(p);
    while (p->result == RG_OK && take(p, "&&")) {
        value = scalar(p, value);
        const double right = scalar(p, compare(p));
        value = value != 0 && right != 0;
    }
    return value;
}

static double either(parser *p)
{
    double value = both(p);
    while (p->result == RG_OK && take(p, "||")) {
        value = scalar(p, value);
        const double right = scalar(p, both(p));
        value = value != 0 || right != 0;
    }
    return value;
}

static double whole(parser *p)
{
    const double value = either(p);
    skip(p);
    return p->result == RG_OK && *p->at ? refuse(p, "it goes on behind its end") : value;
}

static parser begin(rg_session *s, size_t frame, const char *text, rg_fault *fault)
{
    return (parser){.s = s, .frame = frame, .text = text, .at = text, .fault = fault};
}

rg_result rg_session_number(rg_session *s, size_t frame, const char *text, double *number,
                            rg_fault *fault)
{
    parser p = begin(s, frame, text, fault);
    *number = scalar(&p, whole(&p));
    return p.result;
}

rg_result rg_session_lvalue(rg_session *s, size_t frame, const char *text, rg_found *found,
                            unsigned *bank, rg_fault *fault)
{
    parser p = begin(s, frame, text, fault);
    (void)whole(&p);
    if (p.result == RG_OK && !p.plain)
        refuse(&p, "it is no variable and no element of an array");
    *found = p.found;
    *bank = p.bank;
    return p.result;
}

static rg_result evaluate(rg_session *s, size_t frame, const char *text, rg_session_value *value,
                          rg_fault *fault)
{
    parser p = begin(s, frame, text, fault);
    *value = (rg_session_value){.number = RG_NUMBER_FIXED, .rows = 1, .columns = 1, .known = true};
    value->value = whole(&p);
    if (p.result != RG_OK || !p.plain)
        return p.result;
    if (p.bank > 0 && p.found.rank == 0)
        return p.result;
    rg_session_read(s, &p.found, value);
    strcpy(value->name, p.name);
    return p.result;
}

rg_result rg_session_evaluate(rg_session *s, size_t frame, const char *text,
                              rg_session_value *value, rg_fault *fault)
{
    if (!rg_given(text, "text", __func__, fault) || !rg_given(value, "value", __func__, fault)
        || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, evaluate(s, frame, text, value, fault));
}
