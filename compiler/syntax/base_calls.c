/* base_calls.c: functions of Julia that are made of others. */
#include "compiler/syntax/base_calls.h"

#include <string.h>

#include "compiler/syntax/include.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/tree.h"

static const char *const of_library[] = {
#include "base_names.h" /* the names that firmware/lib/base.rg defines */
};

typedef struct {
    fr_diags *d;
    fr_arena *arena;
    const fr_program *program;
    const fr_function *within;    /* whose variables hide names; NULL: an @fn */
    const fr_functional *formula; /* the same; NULL: a routine */
    bool named;                   /* a function of the library is */
    fr_span where;
} names;

/* ---- what stands for a call; NULL where it has no such form ---- */

static fr_expr *copied(const names *n, const fr_expr *e)
{
    return fr_replace_names(n->arena, e, NULL, 0);
}

static fr_expr *call1(const names *n, fr_span span, const char *name, fr_expr *argument)
{
    return fr_make_call(n->arena, span, name, 1, &argument);
}

static fr_expr *range_of(const names *n, fr_span span, fr_expr *first, fr_expr *step, fr_expr *last)
{
    fr_expr *e = fr_make_binary(n->arena, TOK_COLON, first, last);
    e->kind = EX_RANGE;
    e->span = span;
    e->third = step;
    return e;
}

static fr_expr *negated(const names *n, fr_expr *e)
{
    return e->kind == EX_UNARY && e->token == TOK_SUB
               ? e->right
               : fr_make_unary(n->arena, e->span, TOK_SUB, e);
}

static fr_expr *binary(const names *n, fr_token_kind token, fr_expr *a, fr_expr *b)
{
    return fr_make_binary(n->arena, token, a, b);
}

static fr_expr *first_index(const names *n, const fr_expr *e)
{
    return e->count <= 2 ? fr_make_int(n->arena, e->span, 1) : NULL;
}

static fr_expr *last_index(const names *n, const fr_expr *e)
{
    return e->count <= 2 ? fr_make_call(n->arena, e->span, e->count == 1 ? "length" : "size",
                                        e->count, e->items)
                         : NULL;
}

/* The last number of first:step:last, where the loop begins that runs the other way. */
static fr_expr *last_reached(const names *n, const fr_expr *r)
{
    fr_expr *span = binary(n, TOK_SUB, r->right, r->left), *both[2] = {span, copied(n, r->third)},
            *steps =
                fr_make_call(n->arena, r->span, "fld", 2, both); /* below 0 where it is empty */
    return binary(n, TOK_ADD, copied(n, r->left), binary(n, TOK_MUL, steps, copied(n, r->third)));
}

/* reverse(a:b), reverse(eachindex(v)) */
static fr_expr *reversed(const names *n, const fr_expr *e)
{
    fr_expr *r = e->count == 1 ? e->items[0] : NULL, *minus;
    if (!r)
        return NULL;
    minus = negated(n, fr_make_int(n->arena, e->span, 1));
    if (fr_calls_name(r, "eachindex") && r->count == 1)
        return range_of(n, e->span, call1(n, e->span, "length", r->items[0]), minus,
                        fr_make_int(n->arena, e->span, 1));
    if (fr_calls_name(r, "axes") && r->count == 2)
        return range_of(n, e->span, fr_make_call(n->arena, e->span, "size", 2, r->items), minus,
                        fr_make_int(n->arena, e->span, 1));
    if (r->kind != EX_RANGE)
        return NULL;
    return r->third
               ? range_of(n, e->span, last_reached(n, r), negated(n, copied(n, r->third)), r->left)
               : range_of(n, e->span, r->right, minus, r->left);
}

static fr_expr *keyword(const fr_expr *e, const char *name)
{
    for (size_t i = 0; i < e->keyword_count; i++)
        if (strcmp(e->keywords[i].name, name) == 0)
            return e->keywords[i].value;
    return NULL;
}

/* range(a, b), range(a, b, step=s), range(a, stop=b), range(a, step=s, length=n) */
static fr_expr *range_called(const names *n, const fr_expr *e)
{
    fr_expr *step = keyword(e, "step"), *length = keyword(e, "length"),
            *last = e->count == 2 ? e->items[1] : keyword(e, "stop");
    const size_t known = (size_t)(e->count == 1 && last) + (step != NULL) + (length != NULL);
    if (e->count < 1 || e->count > 2 || known != e->keyword_count || !last == !length)
        return NULL;
    if (length) {
        fr_expr *steps = binary(n, TOK_SUB, length, fr_make_int(n->arena, e->span, 1));
        last = binary(n, TOK_ADD, copied(n, e->items[0]),
                      step ? binary(n, TOK_MUL, steps, copied(n, step)) : steps);
    }
    return range_of(n, e->span, e->items[0], step, last);
}

/* log(b, x) */
static fr_expr *logarithm(const names *n, const fr_expr *e)
{
    const fr_expr *base = e->count == 2 ? e->items[0] : NULL;
    if (!base)
        return NULL;
    if (base->kind == EX_INT && (base->integer == 2 || base->integer == 10))
        return call1(n, e->span, base->integer == 2 ? "log2" : "log10", e->items[1]);
    return binary(n, TOK_DIV, call1(n, e->span, "log", e->items[1]),
                  call1(n, e->span, "log", e->items[0]));
}

/* evalpoly(x, (c0, c1, ..)), and @evalpoly(x, c0, c1, ..): by Horner's rule. */
static fr_expr *polynomial(const names *n, const fr_expr *e)
{
    const bool tuple = e->count == 2
                       && (e->items[1]->kind == EX_TUPLE || e->items[1]->kind == EX_ARRAY);
    const fr_expr *list = tuple ? e->items[1] : e;
    const size_t first = tuple ? 0 : 1;
    fr_expr *sum = NULL;
    if (list->count <= first || (!tuple && e->count == 2))
        return NULL;
    for (size_t i = list->count; i-- > first;)
        sum = sum ? binary(n, TOK_ADD, binary(n, TOK_MUL, sum, copied(n, e->items[0])),
                           list->items[i])
                  : list->items[i];
    return sum;
}

static const char *fold_of(const fr_expr *operation)
{
    static const char *const folds[][2] = {
        {"+", "sum"}, {"*", "prod"}, {"max", "maximum"}, {"min", "minimum"}};
    for (size_t i = 0; operation->kind == EX_NAME && i < sizeof folds / sizeof folds[0]; i++)
        if (strcmp(folds[i][0], operation->name) == 0)
            return folds[i][1];
    return NULL;
}

/* reduce(+, v), mapreduce(f, +, v) */
static fr_expr *reduction(const names *n, const fr_expr *e)
{
    const bool mapped = e->left->name[0] == 'm';
    const char *fold = e->count == (mapped ? 3 : 2) && n->within ? fold_of(e->items[mapped]) : NULL;
    fr_expr *given[2] = {mapped ? e->items[0] : e->items[1], mapped ? e->items[2] : NULL};
    return fold ? fr_without_lambda(n->arena, fr_make_call(n->arena, e->span, fold, 2, given))
                : NULL;
}

/* mean(v), mean(f, v) of an array that has a name. */
static fr_expr *mean(const names *n, const fr_expr *e)
{
    fr_expr *array = e->count > 0 ? e->items[e->count - 1] : NULL;
    if (!array || e->count > 2 || !n->within || !fr_root_of(array))
        return NULL;
    fr_expr *sum =
        fr_without_lambda(n->arena, fr_make_call(n->arena, e->span, "sum", e->count, e->items));
    return sum ? binary(n, TOK_DIV, sum, call1(n, e->span, "length", copied(n, array))) : NULL;
}

static const struct {
    const char *name;
    fr_expr *(*form)(const names *n, const fr_expr *e);
} forms[] = {
    {"firstindex", first_index}, {"lastindex", last_index},
    {"reverse", reversed},       {"range", range_called},
    {"log", logarithm},          {"evalpoly", polynomial},
    {"reduce", reduction},       {"foldl", reduction},
    {"mapreduce", reduction},    {"mean", mean},
};

/* ---- where they stand ---- */

static bool is_parameter(const fr_functional *f, const char *name)
{
    for (size_t i = 0; f && i < f->param_count; i++)
        if (strcmp(f->params[i].name, name) == 0)
            return true;
    return false;
}

static bool is_defined(const names *n, const char *name)
{
    for (const fr_struct *s = n->program->structs; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return true;
    return (n->within && fr_hides(n->within, name)) || is_parameter(n->formula, name)
           || fn_find(n->program, name) || fr_find_function(n->program, name)
           || fr_find_update(n->program, name);
}

static void note_name(names *n, const fr_expr *e)
{
    for (size_t i = 0; !n->named && i < sizeof of_library / sizeof of_library[0]; i++)
        if (strcmp(of_library[i], e->name) == 0 && !is_defined(n, e->name)) {
            n->named = true;
            n->where = e->span;
        }
}

/* size(A)[2] */
static fr_expr *indexed_size(const names *n, const fr_expr *e)
{
    if (e->kind != EX_INDEX || e->count != 1 || !fr_calls_name(e->left, "size")
        || e->left->count != 1)
        return NULL;
    fr_expr *both[2] = {e->left->items[0], e->items[0]};
    return fr_make_call(n->arena, e->span, "size", 2, both);
}

static fr_expr *other_form(const names *n, const fr_expr *e)
{
    if (e->kind == EX_INDEX)
        return indexed_size(n, e);
    for (size_t i = 0; e->kind == EX_CALL && i < sizeof forms / sizeof forms[0]; i++)
        if (fr_calls_name(e, forms[i].name)
            && (e->keyword_count == 0 || forms[i].form == range_called))
            return is_defined(n, e->left->name) ? NULL : forms[i].form(n, e);
    return NULL;
}

static void put(names *n, fr_expr *e)
{
    if (!e)
        return;
    if (e->kind == EX_NAME)
        note_name(n, e);
    put(n, e->left);
    put(n, e->right);
    put(n, e->third);
    for (size_t i = 0; i < e->count; i++)
        put(n, e->items[i]);
    for (size_t i = 0; i < e->keyword_count; i++)
        put(n, e->keywords[i].value);
    const fr_expr *other = other_form(n, e);
    if (other) {
        const fr_span span = e->span;
        *e = *other;
        e->span = span;
    }
}

static void replace_in(const names *n, fr_stmt *list, const fr_replacement *by)
{
    for (fr_stmt *s = list; s; s = s->next) {
        fr_expr **parts[] = {&s->target, &s->value, &s->pre, &s->post};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            if (*parts[i])
                *parts[i] = fr_replace_names(n->arena, *parts[i], by, 1);
        replace_in(n, s->body, by);
        replace_in(n, s->other, by);
    }
}

/* Whether the body writes nothing that says which slice of an array this is. */
static bool stays(const fr_expr *array, const fr_stmt *body)
{
    const bool root = array->kind == EX_NAME || !array->left || stays(array->left, body);
    bool found = root;

    for (size_t i = 0; found && i < array->count; i++) {
        const fr_expr *e = array->items[i];
        const fr_expr *parts[] = {e, e->left, e->right, e->third};
        for (size_t k = 0; found && k < 4; k++)
            if (parts[k] && parts[k]->kind == EX_NAME)
                found = !fr_is_written(body, parts[k]->name);
            else if (parts[k] && parts[k] != e)
                found = stays(parts[k], body);
    }
    return found;
}

/* Reports an inner loop over a variable of this name. */
static bool has_loop_of(const names *n, const fr_stmt *body, const char *name)
{
    for (const fr_stmt *s = body; s; s = s->next) {
        if (s->kind == ST_FOR && strcmp(s->name, name) == 0) {
            fr_report(n->d, RGC_ERROR, "R0302", s->name_span, "'%s' exists already", name);
            return true;
        }
        if (has_loop_of(n, s->body, name) || has_loop_of(n, s->other, name))
            return true;
    }
    return false;
}

/* for c in eachcol(A): for c = 1:size(A, 2), where A[:, c] stands for c in the body. */
static void over_slices(const names *n, fr_stmt *s)
{
    const bool columns = s->value && fr_calls_name(s->value, "eachcol"),
               rows = s->value && fr_calls_name(s->value, "eachrow");
    if (s->kind != ST_FOR || !(columns || rows) || s->value->count != 1
        || s->value->keyword_count > 0 || is_defined(n, s->value->left->name))
        return;
    fr_expr *array = s->value->items[0];
    if (!stays(array, s->body) || has_loop_of(n, s->body, s->name))
        return;
    fr_expr *all = fr_make_name(n->arena, s->name_span, ":"),
            *number = fr_make_name(n->arena, s->name_span, s->name);
    all->kind = EX_COLON;
    fr_expr *at[2] = {columns ? all : number, columns ? number : all},
            *dimension[2] = {array, fr_make_int(n->arena, s->value->span, columns ? 2 : 1)};
    const fr_replacement by = {s->name, fr_make_index(n->arena, s->name_span, array, 2, at)};
    replace_in(n, s->body, &by);
    s->value = range_of(n, s->value->span, fr_make_int(n->arena, s->value->span, 1), NULL,
                        fr_make_call(n->arena, s->value->span, "size", 2, dimension));
}

static void put_in_list(names *n, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        over_slices(n, s);
        put(n, s->target);
        put(n, s->value);
        put(n, s->pre);
        put(n, s->post);
        put_in_list(n, s->body);
        put_in_list(n, s->other);
    }
}

void fr_put_base_calls(fr_diags *d, fr_program *program)
{
    names n = {.d = d, .arena = d->arena, .program = program};
    if (d->errors > 0)
        return; /* what could not be read is not known */
    for (fr_function *f = program->functions; f; f = f->next) {
        n.within = f;
        put_in_list(&n, f->body);
    }
    n.within = NULL;
    for (fr_functional *f = program->functionals; f; f = f->next) {
        n.formula = f;
        put(&n, f->body);
    }
    n.formula = NULL;
    for (fr_const *k = program->consts; k; k = k->next)
        put(&n, k->value);
    const size_t sources = d->source_count;
    if (n.named)
        (void)fr_use_library(d, program, "Base", n.where, 0);
    for (size_t i = sources; i < d->source_count; i++)
        d->sources[i].implied = true;
}
