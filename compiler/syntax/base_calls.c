/* base_calls.c: functions of Julia that are made of others. */
#include "compiler/syntax/base_calls.h"

#include <string.h>

#include "compiler/syntax/generators.h"
#include "compiler/syntax/include.h"
#include "compiler/syntax/lambda.h"
#include "compiler/syntax/slice_loops.h"
#include "compiler/syntax/hidden_names.h"
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

/* v[length(v):-1:1] */
static fr_expr *turned_array(const names *n, const fr_expr *e, fr_expr *v, fr_expr *minus)
{
    fr_expr *range = fr_make_range(n->arena, e->span, call1(n, e->span, "length", copied(n, v)),
                                   minus, fr_make_int(n->arena, e->span, 1));
    return fr_make_index(n->arena, e->span, v, 1, &range);
}

/* reverse(a:b), reverse(eachindex(v)), reverse(v) */
static fr_expr *reversed(const names *n, const fr_expr *e)
{
    fr_expr *r = e->count == 1 ? e->items[0] : NULL, *minus;
    if (!r)
        return NULL;
    minus = negated(n, fr_make_int(n->arena, e->span, 1));
    if (fr_calls_name(r, "eachindex") && r->count == 1)
        return fr_make_range(n->arena, e->span, call1(n, e->span, "length", r->items[0]), minus,
                             fr_make_int(n->arena, e->span, 1));
    if (fr_calls_name(r, "axes") && r->count == 2)
        return fr_make_range(n->arena, e->span,
                             fr_make_call(n->arena, e->span, "size", 2, r->items), minus,
                             fr_make_int(n->arena, e->span, 1));
    if (r->kind != EX_RANGE)
        return n->within && fr_root_of(r) ? turned_array(n, e, r, minus) : NULL;
    return r->third ? fr_make_range(n->arena, e->span, last_reached(n, r),
                                    negated(n, copied(n, r->third)), r->left)
                    : fr_make_range(n->arena, e->span, r->right, minus, r->left);
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
    return fr_make_range(n->arena, e->span, e->items[0], step, last);
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

/* The fold by this operation of an array, or of f of its elements. */
static fr_expr *folded(const names *n, const fr_expr *e, const fr_expr *operation, fr_expr *f,
                       fr_expr *array)
{
    const char *fold = n->within ? fold_of(operation) : NULL;
    fr_expr *given[2] = {f ? f : array, f ? array : NULL};
    return fold ? fr_without_lambda(n->arena, fr_make_call(n->arena, e->span, fold, 2, given))
                : NULL;
}

/* reduce(+, v), foldl(+, v) */
static fr_expr *reduced(const names *n, const fr_expr *e)
{
    return e->count == 2 ? folded(n, e, e->items[0], NULL, e->items[1]) : NULL;
}

/* mapreduce(f, +, v) */
static fr_expr *map_reduced(const names *n, const fr_expr *e)
{
    return e->count == 3 ? folded(n, e, e->items[1], e->items[0], e->items[2]) : NULL;
}

/* mean(v), mean(f, v) of an array that has a name, or of a dotted expression. */
static fr_expr *mean(const names *n, const fr_expr *e)
{
    fr_expr *array = e->count > 0 ? e->items[e->count - 1] : NULL;
    if (!array || e->count > 2 || (!fr_root_of(array) && !fr_is_dotted_value(array)))
        return NULL;
    fr_expr *sum =
        fr_without_lambda(n->arena, fr_make_call(n->arena, e->span, "sum", e->count, e->items));
    return sum ? binary(n, TOK_DIV, sum, call1(n, e->span, "length", copied(n, array))) : NULL;
}

/* 1:n, reverse(1:n), collect(1:n), eachindex(v) */
static fr_expr *range_in(fr_expr *e)
{
    while (fr_calls_name(e, "collect") && e->count == 1)
        e = e->items[0];
    return e->kind == EX_RANGE || (fr_calls_name(e, "eachindex") && e->count == 1) ? e : NULL;
}

/* sum(1:n) as sum(k for k in 1:n) */
static fr_expr *over_range(const names *n, const fr_expr *e)
{
    fr_expr *range = n->within && e->count == 1 ? range_in(e->items[0]) : NULL;
    if (!range)
        return NULL;
    const fr_loop l = {
        .name = fr_make_name(n->arena, e->span, "k#range"), .over = range, .end = e->span};
    return call1(n, e->span, e->left->name, fr_map_over(n->arena, &l, l.name));
}

/* ifelse.(conditions, one, other), added up. */
static fr_expr *ones_of(const names *n, const fr_expr *e, int64_t one)
{
    fr_expr *items[] = {e->items[0], fr_make_int(n->arena, e->span, one),
                        fr_make_int(n->arena, e->span, 1 - one)},
            *each = fr_make_call(n->arena, e->span, "ifelse", 3, items);
    each->kind = EX_DOTCALL;
    return call1(n, e->span, "sum", each);
}

/* count(v .> 1) */
static fr_expr *counted(const names *n, const fr_expr *e)
{
    return e->count == 1 ? ones_of(n, e, 1) : NULL;
}

/* any(v .> 1) */
static fr_expr *any_of(const names *n, const fr_expr *e)
{
    return e->count == 1 ? binary(n, TOK_GT, ones_of(n, e, 1), fr_make_int(n->arena, e->span, 0))
                         : NULL;
}

/* all(v .> 1): none fails. */
static fr_expr *all_of(const names *n, const fr_expr *e)
{
    return e->count == 1 ? binary(n, TOK_EQ, ones_of(n, e, 0), fr_make_int(n->arena, e->span, 0))
                         : NULL;
}

static bool names_type(const fr_functional *f, const fr_expr *e)
{
    static const char *const types[] = {"Fixed", "Float64", "Float32", "Real", "Int", "Int64"};
    bool found = (fr_calls_name(e, "eltype") || fr_calls_name(e, "typeof")) && e->count == 1;
    for (size_t i = 0; e->kind == EX_NAME && i < sizeof types / sizeof types[0]; i++)
        found = found || strcmp(types[i], e->name) == 0;
    for (size_t i = 0; e->kind == EX_NAME && i < f->where_count; i++)
        found = found || strcmp(f->wheres[i], e->name) == 0;
    return found;
}

/* zero(T) and one(T) in an @fn: the numbers. */
static fr_expr *number_of_type(const names *n, const fr_expr *e)
{
    return n->formula && e->count == 1 && names_type(n->formula, e->items[0])
               ? fr_make_int(n->arena, e->span, strcmp(e->left->name, "one") == 0)
               : NULL;
}

/* var(v): the sum of squares of v .- mean(v), over length(v) - 1. */
static fr_expr *variance(const names *n, const fr_expr *e)
{
    fr_expr *array = e->count == 1 && fr_root_of(e->items[0]) ? e->items[0] : NULL;
    if (!array)
        return NULL;
    fr_expr *squares[] = {binary(n, TOK_DOTSUB, copied(n, array), mean(n, e))},
            *free = binary(n, TOK_SUB, call1(n, e->span, "length", copied(n, array)),
                           fr_make_int(n->arena, e->span, 1));
    squares[0] = fr_make_call(n->arena, e->span, "abs2", 1, squares);
    squares[0]->kind = EX_DOTCALL;
    return binary(n, TOK_DIV, call1(n, e->span, "sum", squares[0]), free);
}

static fr_expr *deviation(const names *n, const fr_expr *e)
{
    fr_expr *square = variance(n, e);
    return square ? call1(n, e->span, "sqrt", square) : NULL;
}

/* axes(A, d) in an @fn: 1:size(A, d) */
static fr_expr *indices_along(const names *n, const fr_expr *e)
{
    return n->formula && e->count == 2
               ? fr_make_range(n->arena, e->span, fr_make_int(n->arena, e->span, 1), NULL,
                               fr_make_call(n->arena, e->span, "size", 2, e->items))
               : NULL;
}

static const struct {
    const char *name;
    fr_expr *(*form)(const names *n, const fr_expr *e);
} forms[] = {
    {"axes", indices_along},
    {"firstindex", first_index},
    {"lastindex", last_index},
    {"reverse", reversed},
    {"range", range_called},
    {"log", logarithm},
    {"evalpoly", polynomial},
    {"reduce", reduced},
    {"foldl", reduced},
    {"mapreduce", map_reduced},
    {"mean", mean},
    {"var", variance},
    {"std", deviation},
    {"sum", over_range},
    {"prod", over_range},
    {"maximum", over_range},
    {"minimum", over_range},
    {"count", counted},
    {"any", any_of},
    {"all", all_of},
    {"zero", number_of_type},
    {"one", number_of_type},
};

/* ---- where they stand ---- */

static bool binds(const fr_expr *e, const void *name)
{
    const fr_expr *pattern = e->kind == EX_LET || e->kind == EX_LAMBDA ? e->left : NULL;
    bool found = pattern && pattern->kind == EX_NAME && strcmp(pattern->name, name) == 0;
    for (size_t i = 0; pattern && pattern->kind == EX_TUPLE && !found && i < pattern->count; i++)
        found = fr_expr_mentions(pattern->items[i], name);
    return found;
}

static bool is_defined(const names *n, const char *name)
{
    for (const fr_struct *s = n->program->structs; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return true;
    for (const fr_const *k = n->program->consts; k; k = k->next)
        if (strcmp(k->name, name) == 0)
            return true;
    for (const fr_field_view *v = n->program->views; v; v = v->next)
        if (strcmp(v->name, name) == 0)
            return true;
    return (n->within && fr_hides(n->within, name))
           || (n->formula && fr_has_parameter(n->formula, name)) || fn_find(n->program, name)
           || fr_find_function(n->program, name) || fr_find_update(n->arena, n->program, name);
}

/* Whether a variable of the function has the name that is called. */
static bool is_local(const names *n, const fr_expr *called)
{
    return n->formula && !called->made && fr_any_in(n->formula->body, binds, called->name);
}

static bool refuse_hidden(const fr_expr *e, const void *with)
{
    const names *n = with;
    const fr_expr *called = fr_hidden_call(e);
    if (!called || (!fr_has_parameter(n->formula, called->name) && !is_local(n, called)))
        return false;
    fr_refuse_hidden(n->d, called);
    return true;
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

/* x |> f in an @fn */
static fr_expr *piped(const names *n, const fr_expr *e)
{
    if (!n->formula || e->token != TOK_PIPE || e->right->kind != EX_NAME)
        return NULL;
    fr_expr *call = call1(n, e->span, e->right->name, e->left);
    call->left = e->right;
    return call;
}

static fr_expr *other_form(const names *n, const fr_expr *e)
{
    if (e->kind == EX_BINARY)
        return piped(n, e);
    if (e->kind == EX_INDEX)
        return indexed_size(n, e);
    for (size_t i = 0; e->kind == EX_CALL && i < sizeof forms / sizeof forms[0]; i++)
        if (fr_calls_name(e, forms[i].name)
            && (e->keyword_count == 0 || forms[i].form == range_called))
            return is_defined(n, e->left->name) || is_local(n, e->left) ? NULL
                                                                        : forms[i].form(n, e);
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

static void put_in_list(names *n, fr_stmt *list)
{
    for (fr_stmt *s = list; s; s = s->next) {
        if (fr_runs_over_slices(s) && !is_defined(n, s->value->left->name))
            fr_loop_over_numbers(n->d, s);
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
        if (!d->sources[f->span.file].library)
            (void)fr_any_in(f->body, refuse_hidden, &n);
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
