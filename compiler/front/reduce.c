/* reduce.c: reductions inside expressions. Each is a variable, or an array of partial results, that
 * is computed before the statement and uncomputed after it (own.c), so that gradients are right. */
#include "compiler/front/reduce.h"

#include <math.h>
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/generators.h"
#include "compiler/front/semiring.h"
#include "compiler/hidden.h"
#include "compiler/syntax/generators.h"

/* HYPOT has no name in a program: norm() of small numbers is made of it. */
typedef enum { SUM, PROD, MAXIMUM, MINIMUM, DOT, NORM, REDUCTIONS, HYPOT } kind;

static const char *const names[REDUCTIONS] = {"sum", "prod", "maximum", "minimum", "dot", "norm"};

static kind kind_of(const fr_expr *e)
{
    size_t k = 0;
    if (e->kind != EX_CALL || e->left->kind != EX_NAME || e->keyword_count > 0)
        return REDUCTIONS;
    while (k < REDUCTIONS && strcmp(names[k], e->left->name) != 0)
        k++;
    return (kind)k;
}

/* sum(e for i in r) */
static bool is_generated(const fr_expr *e)
{
    const kind k = kind_of(e);
    return k < DOT && e->count == 1 && fr_is_generator(e->items[0]);
}

/* sum(f, v): f of each element. */
static bool names_function(fr_sema *s, const fr_expr *e)
{
    const fr_var *v = e->kind == EX_NAME ? fr_find_var(s, e->name) : NULL;
    return e->kind == EX_NAME && !(v && v->live)
           && (fr_is_builtin(e->name) || fr_is_own_function(s, e->name));
}

/* Whether a function of the program, or of a library, is meant. One of a library has a value of
 * Fixed alone; an array of another type is summed here, as it is without that library. */
static bool is_own(fr_sema *s, kind k, const fr_expr *e)
{
    rg_type_base base;
    return fr_is_own_function(s, names[k])
           && !(fr_is_own_of_library(s, names[k]) && fr_element_type(s, e->items[0], &base)
                && base != RG_TYPE_FIXED);
}

bool fr_is_reduction(fr_sema *s, const fr_expr *e)
{
    const kind k = kind_of(e);
    const size_t last = e->count > 0 ? e->count - 1 : 0;
    fr_view v;
    if (k == REDUCTIONS || e->count == 0 || e->count > 2)
        return false;
    if (is_generated(e))
        return true;
    if (k == DOT ? e->count != 2 : e->count == 2 && !names_function(s, e->items[0]))
        return false;
    if (!fr_has_view(s, e->items[last]) || (k == DOT && !fr_has_view(s, e->items[0])))
        return false;
    return !is_own(s, k, e) || (e->count == 2 && k != DOT) || !fr_view_of(s, e->items[0], &v)
           || !fr_view_is_whole(&v);
}

static fr_expr *dotted_call(fr_sema *s, fr_span span, const char *name, fr_expr *argument)
{
    fr_expr *e = fr_make_call(s->arena, span, name, 1, &argument);
    e->kind = EX_DOTCALL;
    return e;
}

static bool is_fixed_vector(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    return fr_view_of(s, e, &v) && v.rank == 1 && v.array->type.base == RG_TYPE_FIXED;
}

/* An inner product that the accumulator does not hold: the sum of conj(a) b. */
static const fr_expr *spelled_dot(fr_sema *s, const fr_expr *e)
{
    fr_expr *a = e->items[0];
    rg_type_base base;
    if (is_fixed_vector(s, e->items[0]) && is_fixed_vector(s, e->items[1]))
        return e;
    if (fr_element_type(s, a, &base) && fr_is_complex(s, base))
        a = dotted_call(s, a->span, "conj", a);
    fr_expr *products = fr_make_binary(s->arena, TOK_DOTMUL, a, e->items[1]);
    return fr_make_call(s->arena, e->span, "sum", 1, &products);
}

const fr_expr *fr_spell_reduction(fr_sema *s, const fr_expr *e)
{
    const kind k = kind_of(e);
    if (is_generated(e))
        return e;
    if (k == DOT)
        return spelled_dot(s, e);
    if (e->count == 2) {
        fr_expr *each = dotted_call(s, e->span, e->items[0]->name, e->items[1]);
        e = fr_make_call(s->arena, e->span, names[k], 1, &each);
    }
    if (k != NORM)
        return e;
    fr_expr *twice[2] = {e->items[0], e->items[0]},
            *squares = dotted_call(s, e->span, "abs2", e->items[0]);
    fr_expr *sum = is_fixed_vector(s, e->items[0])
                       ? fr_make_call(s->arena, e->span, "dot", 2, twice)
                       : fr_make_call(s->arena, e->span, "sum", 1, &squares);
    return fr_make_call(s->arena, e->span, "sqrt", 1, &sum);
}

const fr_expr *fr_norm_squares(fr_sema *s, const fr_expr *e)
{
    rg_type_base base;
    const bool rounded = kind_of(e) == NORM && e->count == 1
                         && fr_element_type(s, e->items[0], &base)
                         && (base == RG_TYPE_FIXED || base == fr_complex_type(s, RG_TYPE_FIXED));
    return rounded ? fr_spell_reduction(s, e)->items[0] : NULL;
}

/* ---- what they are made of ---- */

fr_expr *fr_written_type(fr_sema *s, fr_span span, rg_type_base base)
{
    const fr_compound *c = fr_compound_of(s, base);
    if (!c || c->kind != FR_COMPLEX)
        return fr_make_name(s->arena, span, fr_type_text(s, (fr_type){base, 0}));
    fr_expr *part = fr_make_name(s->arena, span, fr_type_text(s, c->types[0]));
    fr_expr *e = fr_make_call(s->arena, span, "Complex", 1, &part);
    e->kind = EX_CURLY;
    return e;
}

static fr_expr *hidden_variable(fr_sema *s, const fr_expr *e)
{
    return fr_make_name(s->arena, e->span,
                        fr_hidden_name(s, fr_format(s->arena, "%s" RG_VALUE_NAME, e->left->name)));
}

static fr_expr *number(fr_sema *s, const fr_expr *e, int64_t n)
{
    return fr_make_int(s->arena, e->span, n);
}

static fr_expr *plus(fr_sema *s, fr_expr *a, int64_t n)
{
    return fr_make_binary(s->arena, TOK_ADD, a, fr_make_int(s->arena, a->span, n));
}

static fr_expr *minus(fr_sema *s, fr_expr *a, int64_t n)
{
    return fr_make_binary(s->arena, TOK_SUB, a, fr_make_int(s->arena, a->span, n));
}

static fr_stmt *gather(fr_sema *s, const fr_expr *e, rg_type_base base, fr_expr *target,
                       fr_expr *value)
{
    return fr_make_change(s->arena, e->span, ST_UPDATE, fr_gathering(s, base), target, value);
}

/* The number of the element in the order of memory, from 1. */
static fr_expr *position(fr_sema *s, const fr_view *v, const fr_counters *at)
{
    fr_expr *number = at->at[v->rank - 1];
    for (unsigned d = v->rank - 1; d-- > 0;)
        number = fr_make_binary(
            s->arena, TOK_ADD, at->at[d],
            fr_make_binary(s->arena, TOK_MUL, minus(s, number, 1), fr_view_extent(s, v, d + 1)));
    return number;
}

static fr_expr *element_of(fr_sema *s, const fr_expr *array, fr_expr *index)
{
    return fr_make_index(s->arena, index->span, (fr_expr *)(uintptr_t)array, 1, &index);
}

/* An element that the array has, whatever its length is. */
static fr_expr *surely(fr_sema *s, const fr_expr *array, fr_expr *index)
{
    fr_expr *e = element_of(s, array, index);
    e->inbounds = true;
    return e;
}

/* One variable that takes every element. */
static bool collect(fr_sema *s, const fr_expr *e, rg_type_base base, fr_reduction *out)
{
    fr_each each;
    fr_counters at;
    fr_expr *t = hidden_variable(s, e);
    if (!fr_each_element(s, e->items[0], &each))
        return false;
    at = each.at;
    out->make = fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, t,
                               fr_make_neutral(s, e->span, base));
    out->fill = fr_chain(each.checks,
                         fr_loop_over(s, &each.shape, &at, gather(s, e, base, t, each.element)));
    out->value = t;
    return true;
}

static fr_expr *joined(fr_sema *s, const fr_expr *e, kind k, fr_expr *before, fr_expr *element)
{
    fr_expr *both[2] = {before, element};
    if (k == PROD || k == SUM)
        return fr_make_binary(s->arena, k == PROD ? TOK_MUL : TOK_ADD, before, element);
    return fr_make_call(s->arena, e->span,
                        k == HYPOT     ? "hypot"
                        : k == MAXIMUM ? "max"
                                       : "min",
                        2, both);
}

static bool is_plain(const fr_expr *e) { return e->kind == EX_INDEX || e->kind == EX_NAME; }

/* The greatest or least of values that are computed: they stay until their fold is undone, so that
 * each is computed once. v[n] is the first value and v[2 n - 1] the last; from the first one down
 * to v[1] are the greatest so far. `fill` puts them all in place. Of nothing the result is v[0],
 * which traps. */
static void fold_of_values(fr_sema *s, const fr_expr *e, kind k, rg_type_base base, fr_expr *length,
                           fr_expr *v, fr_reduction *out)
{
    const char *counter = fr_hidden_name(s, "k");
    fr_expr *at = fr_make_name(s->arena, e->span, counter),
            *next = fr_make_binary(s->arena, TOK_ADD, length, at),
            *target = fr_make_binary(s->arena, TOK_SUB, length, at),
            *twice = fr_make_binary(s->arena, TOK_MUL, number(s, e, 2), length);
    fr_expr *items[2] = {fr_written_type(s, e->span, base), twice};
    fr_expr *least[2] = {length, number(s, e, 1)};
    fr_expr *value = joined(s, e, k, surely(s, v, plus(s, target, 1)), surely(s, v, next));
    out->make =
        fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, v,
                       fr_make_call(s->arena, e->span, fr_neutral_array(s, base), 2, items));
    out->fill = fr_chain(out->fill, fr_make_loop(s->arena, e->span, counter, minus(s, length, 1),
                                                 gather(s, e, base, surely(s, v, target), value)));
    out->value = element_of(s, v, fr_make_call(s->arena, e->span, "min", 2, least));
}

/* Where fold_of_values() wants the value with this number. */
static fr_expr *place_of_value(fr_sema *s, fr_expr *v, fr_expr *length, fr_expr *number)
{
    return surely(s, v, minus(s, fr_make_binary(s->arena, TOK_ADD, length, number), 1));
}

/* p[1] holds the first partial result, p[k + 1] the one with the k-th element. */
static bool partial(fr_sema *s, const fr_expr *e, kind k, rg_type_base base, fr_reduction *out)
{
    fr_each each;
    fr_expr *p = hidden_variable(s, e), *one = number(s, e, 1), *first = one;
    const bool neutral = k == PROD || k == SUM || k == HYPOT;
    if (!fr_each_element(s, e->items[0], &each)
        || (!neutral && !fr_element_at(s, e->items[0], &each.shape, one, &first)))
        return false;
    fr_expr *items[2] = {fr_written_type(s, e->span, base),
                         plus(s, fr_view_length(s, &each.shape), 1)};
    fr_expr *at = position(s, &each.shape, &each.at), *before = element_of(s, p, at);
    if (!neutral && !is_plain(each.element)) {
        fr_expr *n = fr_view_length(s, &each.shape);
        out->fill =
            fr_chain(each.checks,
                     fr_loop_over(s, &each.shape, &each.at,
                                  gather(s, e, base, place_of_value(s, p, n, at), each.element)));
        fold_of_values(s, e, k, base, n, p, out);
        return true;
    }
    if (k == SUM || k == HYPOT)
        first = fr_make_call(s->arena, e->span, "zero", 1, items);
    fr_expr *value = joined(s, e, k, before, each.element);
    out->make =
        fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, p,
                       fr_make_call(s->arena, e->span, fr_neutral_array(s, base), 2, items));
    fr_expr *least[2] = {fr_view_length(s, &each.shape),
                         one}; /* of nothing it is index 0, which traps */
    fr_expr *begin = neutral ? one : fr_make_call(s->arena, e->span, "min", 2, least);
    fr_stmt *start = gather(s, e, base, element_of(s, p, begin), first);
    fr_stmt *loop = fr_loop_over(s, &each.shape, &each.at,
                                 gather(s, e, base, element_of(s, p, plus(s, at, 1)), value));
    out->fill = fr_chain(each.checks, fr_chain(start, loop));
    out->value = element_of(s, p, plus(s, fr_view_length(s, &each.shape), 1));
    return true;
}

/* ---- of generators ---- */

typedef struct {
    fr_sema *s;
    fr_token_kind token;
    fr_expr *target;
} gathered;

static fr_stmt *gather_element(void *context, fr_expr *element)
{
    const gathered *g = context;
    return fr_make_change(g->s->arena, element->span, ST_UPDATE, g->token, g->target, element);
}

static bool collect_generated(fr_sema *s, const fr_expr *e, rg_type_base base, fr_reduction *out)
{
    gathered g = {s, fr_gathering(s, base), hidden_variable(s, e)};
    out->make = fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, g.target,
                               fr_make_neutral(s, e->span, base));
    out->fill = fr_over_generator(s, e->items[0], e->left->name, gather_element, &g);
    out->value = g.target;
    return true;
}

/* As partial(), with the values of one loop in place of the elements of an array. */
static bool partial_generated(fr_sema *s, const fr_expr *e, kind k, rg_type_base base,
                              fr_reduction *out)
{
    fr_generated g = fr_generated_by(s, e->items[0], e->left->name);
    if (g.filtered || g.nested) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0199", e->span,
                          "%s takes the values of one loop, all of them", e->left->name),
                "fill an array in loops, and take its %s", e->left->name);
        return false;
    }
    fr_expr *p = hidden_variable(s, e), *one = number(s, e, 1);
    fr_expr *at = fr_make_name(s->arena, e->span, g.counter), *first = g.first;
    fr_expr *items[2] = {fr_written_type(s, e->span, base), plus(s, g.length, 1)};
    if (k != SUM && k != PROD && !is_plain(g.element)) {
        out->fill = fr_make_loop(s->arena, e->span, g.counter, g.length,
                                 gather(s, e, base, place_of_value(s, p, g.length, at), g.element));
        fold_of_values(s, e, k, base, g.length, p, out);
        return true;
    }
    if (k == SUM || k == PROD)
        first = k == PROD ? one : fr_make_call(s->arena, e->span, "zero", 1, items);
    fr_expr *value = joined(s, e, k, element_of(s, p, at), g.element);
    out->make =
        fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, p,
                       fr_make_call(s->arena, e->span, fr_neutral_array(s, base), 2, items));
    fr_expr *least[2] = {g.length, one}; /* of nothing it is index 0, which traps */
    fr_expr *begin = k == SUM || k == PROD ? one : fr_make_call(s->arena, e->span, "min", 2, least);
    fr_stmt *start = gather(s, e, base, element_of(s, p, begin), first);
    out->fill =
        fr_chain(start, fr_make_loop(s->arena, e->span, g.counter, g.length,
                                     gather(s, e, base, element_of(s, p, plus(s, at, 1)), value)));
    out->value = element_of(s, p, plus(s, g.length, 1));
    return true;
}

static bool exact_dot(fr_sema *s, const fr_expr *e, fr_reduction *out)
{
    fr_expr *t = hidden_variable(s, e);
    out->make = fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, t,
                               fr_make_neutral(s, e->span, RG_TYPE_FIXED));
    out->fill = fr_dot_into(s, e->span, TOK_ADDEQ, t, e);
    out->value = t;
    return out->fill != NULL;
}

static bool refuse_sum_of_logs(fr_sema *s, const fr_expr *e)
{
    fr_help(s->d,
            fr_report(s->d, RGC_ERROR, "R0310", e->span,
                      "a sum of Log values cannot be made in place, and so not undone"),
            "convert them: sum(convert.(x)) adds them as Fixed");
    return false;
}

bool fr_reduce(fr_sema *s, const fr_expr *e, fr_reduction *out)
{
    const kind k = kind_of(e);
    rg_type_base base;
    if (k == DOT)
        return exact_dot(s, e, out);
    const bool generated = is_generated(e);
    if (!(generated ? fr_generated_type(s, e->items[0], e->left->name, &base)
                    : fr_element_type(s, e->items[0], &base))) {
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0208", e->items[0]->span,
                          "the type of these elements does not follow from the expression"),
                "put them into an array first: t <- zeros(T, n), then t .+= ...");
        return false;
    }
    if (base == RG_TYPE_BOOL && k != MAXIMUM && k != MINIMUM)
        base = RG_TYPE_INT; /* true counts 1 */
    if (k == SUM && base == RG_TYPE_LOG)
        return refuse_sum_of_logs(s, e);
    if (k == (fr_is_multiplied(s, base) ? PROD : SUM))
        return generated ? collect_generated(s, e, base, out) : collect(s, e, base, out);
    return generated ? partial_generated(s, e, k, base, out) : partial(s, e, k, base, out);
}

/* Below this a sum of squares has lost half of its digits. */
static fr_expr *small_square(fr_sema *s, fr_span span)
{
    const unsigned wide = s->module->wide, places = wide == 0     ? s->module->frac
                                                    : wide == 128 ? 80
                                                                  : wide / 2;
    return fr_make_real(s->arena, span, ldexpl(1, -(int)(places / 2)));
}

/* As fr_norm_into(), element by element: no number on the way is smaller than the elements. */
static fr_stmt *add_hypots(fr_sema *s, const fr_expr *e, fr_token_kind token, fr_expr *target)
{
    rg_type_base base;
    fr_reduction fold;
    fr_expr *elements = e->items[0];
    if (fr_element_type(s, elements, &base) && fr_is_complex(s, base))
        elements = dotted_call(s, e->span, "abs", elements);
    if (!partial(s, fr_make_call(s->arena, e->span, "norm", 1, &elements), HYPOT, RG_TYPE_FIXED,
                 &fold))
        return NULL;
    fr_stmt *made = fr_chain(fold.make, fold.fill), *undo = fr_invert_list(s->arena, made);
    fr_stmt *add = fr_make_change(s->arena, e->span, ST_UPDATE, token, target, fold.value);
    return fr_chain(made, fr_chain(add, undo));
}

fr_stmt *fr_norm_into(fr_sema *s, const fr_expr *e, fr_expr *squares, fr_token_kind token,
                      fr_expr *target)
{
    fr_stmt *either = fr_make_stmt(s->arena, ST_IF, e->span);
    either->pre = fr_make_binary(s->arena, TOK_LT, squares, small_square(s, e->span));
    either->body = add_hypots(s, e, token, target);
    either->other = fr_make_change(s->arena, e->span, ST_UPDATE, token, target,
                                   fr_make_call(s->arena, e->span, "sqrt", 1, &squares));
    return either->body ? either : NULL;
}

bool fr_reduce_norm(fr_sema *s, const fr_expr *e, fr_expr *squares, fr_reduction *out)
{
    out->value = hidden_variable(s, e);
    out->make = fr_make_change(s->arena, e->span, ST_ALLOC, TOK_ALLOC, out->value,
                               fr_make_neutral(s, e->span, RG_TYPE_FIXED));
    out->fill = fr_norm_into(s, e, squares, TOK_ADDEQ, out->value);
    return out->fill != NULL;
}

fr_stmt *fr_expand_sum(fr_sema *s, const fr_stmt *st)
{
    fr_each each;
    rg_type_base base;
    if (st->kind != ST_UPDATE || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || !fr_is_reduction(s, st->value))
        return NULL;
    const fr_expr *e = fr_spell_reduction(s, st->value);
    if (is_generated(e)) {
        gathered g = {s, st->token, st->target};
        if (kind_of(e) != SUM
            || (fr_generated_type(s, e->items[0], "sum", &base) && fr_is_multiplied(s, base)))
            return NULL;
        return fr_over_generator(s, e->items[0], "sum", gather_element, &g);
    }
    if (kind_of(e) != SUM || (fr_element_type(s, e->items[0], &base) && fr_is_multiplied(s, base)))
        return NULL;
    if (!fr_each_element(s, e->items[0], &each))
        return fr_make_stmt(s->arena, ST_BLOCK, st->span);
    fr_stmt *body =
        fr_make_change(s->arena, st->span, ST_UPDATE, st->token, st->target, each.element);
    return fr_chain(each.checks, fr_loop_over(s, &each.shape, &each.at, body));
}
