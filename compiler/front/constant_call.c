/* constant_call.c: the value of an @fn of constants, as in const c = gamma(0.5). Its expression is
 * evaluated as it is written; numbers are long doubles. */
#include <math.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/fold.h"
#include "compiler/functional/functional.h"

enum { MOST_STEPS = 100000, MOST_DEPTH = 200, MOST_ARGUMENTS = 16 };

/* A number or the truth of a condition, or the items of an array or a tuple. */
typedef struct item {
    long double number;
    size_t count;
    struct item *items; /* NULL: a number */
} item;

typedef struct name {
    const char *text;
    item value;
    const struct name *outer;
} name;

typedef struct {
    fr_sema *s;
    const name *names;
    size_t steps;
    unsigned depth;
} evaluation;

static bool value_of(evaluation *v, const fr_expr *e, item *out);

static bool number_of(evaluation *v, const fr_expr *e, long double *out)
{
    item x;
    if (!value_of(v, e, &x) || x.items)
        return false;
    *out = x.number;
    return true;
}

static bool is(item *out, long double number)
{
    *out = (item){.number = number};
    return isfinite(number);
}

/* ---- names ---- */

static bool bind(evaluation *v, const fr_expr *pattern, item value)
{
    if (pattern->kind == EX_NAME) {
        name *n = fr_alloc(v->s->arena, sizeof *n);
        *n = (name){pattern->name, value, v->names};
        v->names = n;
        return true;
    }
    bool good = pattern->kind == EX_TUPLE && value.items && pattern->count == value.count;
    for (size_t i = 0; good && i < pattern->count; i++)
        good = bind(v, pattern->items[i], value.items[i]);
    return good;
}

static bool of_name(evaluation *v, const fr_expr *e, item *out)
{
    for (const name *n = v->names; n; n = n->outer)
        if (strcmp(n->text, e->name) == 0) {
            *out = n->value;
            return true;
        }
    for (const fr_const *c = v->s->program->consts; c; c = c->next)
        if (strcmp(c->name, e->name) == 0) {
            const name *names = v->names;
            v->names = NULL;
            const bool good = value_of(v, c->value, out);
            v->names = names;
            return good;
        }
    if (strcmp(e->name, "π") == 0 || strcmp(e->name, "pi") == 0)
        return is(out, acosl(-1));
    return strcmp(e->name, "ℯ") == 0 && is(out, expl(1));
}

/* ---- operators ---- */

static bool of_operator(fr_token_kind token, long double a, long double b, item *out)
{
    switch (token) {
    case TOK_ADD: return is(out, a + b);
    case TOK_SUB: return is(out, a - b);
    case TOK_MUL: return is(out, a * b);
    case TOK_DIV: return is(out, a / b);
    case TOK_POW: return is(out, powl(a, b));
    case TOK_EQ: return is(out, a == b);
    case TOK_NE: return is(out, a != b);
    case TOK_LT: return is(out, a < b);
    case TOK_LE: return is(out, a <= b);
    case TOK_GT: return is(out, a > b);
    case TOK_GE: return is(out, a >= b);
    default: return false;
    }
}

static bool of_binary(evaluation *v, const fr_expr *e, item *out)
{
    long double a, b;
    if (!number_of(v, e->left, &a))
        return false;
    if (e->token == TOK_ANDAND || e->token == TOK_OROR)
        return (a != 0) == (e->token == TOK_OROR) ? is(out, a != 0) : value_of(v, e->right, out);
    return number_of(v, e->right, &b) && of_operator(e->token, a, b, out);
}

static bool of_unary(evaluation *v, const fr_expr *e, item *out)
{
    long double x;
    if (!number_of(v, e->right, &x))
        return false;
    switch (e->token) {
    case TOK_ADD: return is(out, x);
    case TOK_SUB: return is(out, -x);
    case TOK_NOT: return is(out, x == 0);
    case TOK_SQRT: return is(out, sqrtl(x));
    default: return false;
    }
}

/* ---- calls ---- */

static bool of_list(evaluation *v, size_t count, fr_expr *const *list, item *out)
{
    *out = (item){.count = count, .items = fr_alloc(v->s->arena, (count + 1) * sizeof *out->items)};
    for (size_t i = 0; i < count; i++)
        if (!value_of(v, list[i], &out->items[i]))
            return false;
    return true;
}

static bool of_own(evaluation *v, const fr_functional *f, const item *args, item *out)
{
    const name *names = v->names;
    bool good = v->depth++ < MOST_DEPTH;
    v->names = NULL;
    for (size_t i = 0; good && i < f->param_count; i++) {
        const fr_expr parameter = {.kind = EX_NAME, .name = f->params[i].name};
        good = bind(v, &parameter, args[i]);
    }
    good = good && value_of(v, f->body, out);
    v->names = names;
    v->depth--;
    return good;
}

/* Functions that fold.c has not, since of variables they are instructions. */
static bool of_machine(const char *text, size_t count, const long double *x, item *out)
{
    static const struct {
        const char *name;
        long double (*of)(long double);
    } more[] = {
        {"abs", fabsl}, {"floor", floorl}, {"ceil", ceill}, {"trunc", truncl}, {"round", rintl}};
    long double value;
    for (size_t i = 0; count == 1 && i < sizeof more / sizeof more[0]; i++)
        if (strcmp(more[i].name, text) == 0)
            return is(out, more[i].of(x[0]));
    if (count == 1 && (strcmp(text, "identity") == 0 || strcmp(text, "float") == 0))
        return is(out, x[0]);
    if (count == 1 && strcmp(text, "sign") == 0)
        return is(out, (x[0] > 0) - (x[0] < 0));
    if (count == 2 && (strcmp(text, "min") == 0 || strcmp(text, "max") == 0))
        return is(out, (x[0] < x[1]) == (text[1] == 'i') ? x[0] : x[1]);
    return fr_fold_reals(text, count, x, &value) && is(out, value);
}

/* A function by its name, an operator, or one without a name. */
static bool applied(evaluation *v, const fr_expr *f, size_t count, const item *args, item *out)
{
    long double x[MOST_ARGUMENTS];
    const name *names = v->names;
    bool good = true;
    if (f->kind == EX_LAMBDA) {
        for (size_t i = 0; good && i < count; i++)
            good = count == 1 ? bind(v, f->left, args[0])
                              : f->left->kind == EX_TUPLE && f->left->count == count
                                    && bind(v, f->left->items[i], args[i]);
        good = good && value_of(v, f->right, out);
        v->names = names;
        return good;
    }
    const fr_functional *own = f->kind == EX_NAME ? fn_find(v->s->program, f->name) : NULL;
    if (own)
        return own->param_count == count && of_own(v, own, args, out);
    for (size_t i = 0; i < count; i++) {
        if (args[i].items || f->kind != EX_NAME)
            return false;
        x[i] = args[i].number;
    }
    static const fr_token_kind tokens[] = {TOK_ADD, TOK_SUB, TOK_MUL, TOK_DIV, TOK_POW};
    const char *signs = "+-*/^",
               *op = count == 2 && strlen(f->name) == 1 ? strchr(signs, f->name[0]) : NULL;
    return op ? of_operator(tokens[op - signs], x[0], x[1], out)
              : of_machine(f->name, count, x, out);
}

/* The elements of one array or of several side by side. */
static bool of_map(evaluation *v, const fr_expr *e, item *out)
{
    item arrays, row[MOST_ARGUMENTS];
    const size_t several = e->count - 1;
    if (several < 1 || several > MOST_ARGUMENTS || !of_list(v, several, e->items + 1, &arrays)
        || !arrays.items[0].items)
        return false;
    const size_t count = arrays.items[0].count;
    *out = (item){.count = count, .items = fr_alloc(v->s->arena, (count + 1) * sizeof *out->items)};
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < several; k++) {
            if (!arrays.items[k].items || arrays.items[k].count != count)
                return false;
            row[k] = arrays.items[k].items[i];
        }
        if (!applied(v, e->items[0], several, row, &out->items[i]))
            return false;
    }
    return true;
}

static bool folded(evaluation *v, const fr_expr *f, item state, const item *array, item *out)
{
    for (size_t i = 0; i < array->count; i++) {
        const item both[] = {state, array->items[i]};
        if (!applied(v, f, 2, both, &state))
            return false;
    }
    *out = state;
    return array->items != NULL;
}

static bool of_array_call(evaluation *v, const fr_expr *e, item *out, bool *known)
{
    const bool sum = fr_calls_name(e, "sum") && e->count == 1,
               prod = fr_calls_name(e, "prod") && e->count == 1;
    const fr_expr step = {.kind = EX_NAME, .name = sum ? "+" : "*"};
    item state, array;
    *known = true;
    if (fr_calls_name(e, "map") || fr_calls_name(e, "map2"))
        return of_map(v, e, out);
    if (fr_calls_name(e, "foldl") && e->count == 3)
        return value_of(v, e->items[1], &state) && value_of(v, e->items[2], &array)
               && folded(v, e->items[0], state, &array, out);
    if (sum || prod)
        return value_of(v, e->items[0], &array)
               && folded(v, &step, (item){.number = prod}, &array, out);
    if (fr_calls_name(e, "length") && e->count == 1)
        return value_of(v, e->items[0], &array) && array.items && is(out, (long double)array.count);
    *known = false;
    return false;
}

static bool of_call(evaluation *v, const fr_expr *e, item *out)
{
    item args;
    bool known;
    if (e->left->kind != EX_NAME || e->keyword_count > 0 || e->count > MOST_ARGUMENTS)
        return false;
    const bool good = !fn_find(v->s->program, e->left->name) && of_array_call(v, e, out, &known);
    if (good || (!fn_find(v->s->program, e->left->name) && known))
        return good;
    return of_list(v, e->count, e->items, &args) && applied(v, e->left, e->count, args.items, out);
}

/* ---- expressions ---- */

static bool of_let(evaluation *v, const fr_expr *e, item *out)
{
    const name *names = v->names;
    item x;
    const bool good = value_of(v, e->right, &x) && bind(v, e->left, x)
                      && value_of(v, e->third, out);
    v->names = names;
    return good;
}

static bool of_element(evaluation *v, const fr_expr *e, item *out)
{
    long double at;
    item array;
    if (e->count != 1 || !value_of(v, e->left, &array) || !number_of(v, e->items[0], &at)
        || !array.items || at < 1 || at > (long double)array.count)
        return false;
    *out = array.items[(size_t)at - 1];
    return true;
}

static bool value_of(evaluation *v, const fr_expr *e, item *out)
{
    long double x;
    if (v->steps++ > MOST_STEPS)
        return false;
    switch (e->kind) {
    case EX_INT: return is(out, (long double)e->integer);
    case EX_REAL: return is(out, e->real);
    case EX_NAME: return of_name(v, e, out);
    case EX_BINARY: return of_binary(v, e, out);
    case EX_UNARY: return of_unary(v, e, out);
    case EX_TERNARY:
        return number_of(v, e->left, &x) && value_of(v, x != 0 ? e->right : e->third, out);
    case EX_TUPLE:
    case EX_ARRAY: return of_list(v, e->count, e->items, out);
    case EX_INDEX: return of_element(v, e, out);
    case EX_LET: return of_let(v, e, out);
    case EX_CALL: return of_call(v, e, out);
    default: return false;
    }
}

bool fr_constant_call(fr_sema *s, const fr_expr *e, long double *out)
{
    evaluation v = {.s = s};
    return e->left->kind == EX_NAME && fn_find(s->program, e->left->name) && number_of(&v, e, out);
}
