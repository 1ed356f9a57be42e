/* array_parameters.c: the dimensions of a parameter, from what its function does with it. */
#include "compiler/syntax/array_parameters.h"

#include <string.h>

#include "compiler/syntax/formulas.h"
#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

static unsigned rank_in(const fr_expr *e, const char *name);

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

static bool binds(const fr_expr *pattern, const char *name)
{
    bool found = fr_is_named(pattern, name);
    for (size_t i = 0; pattern->kind == EX_TUPLE && !found && i < pattern->count; i++)
        found = binds(pattern->items[i], name);
    return found;
}

/* v in the call of a function that takes arrays: foldl((s, x) -> e, s, v), sum(v). of: the function
 * for each element, and which of its parameters the element is. */
static bool is_array_argument(const fr_expr *call, size_t at, const fr_expr **of, size_t *place)
{
    static const char *const with_function[] = {"map",     "map2",    "foldl", "sum",
                                                "count",   "filter",  "mean",  "prod",
                                                "maximum", "minimum", "any",   "findfirst"};
    static const char *const alone[] = {
        "sum",  "prod",   "maximum",  "minimum", "length", "size",    "dot",
        "norm", "sort",   "sortperm", "median",  "mean",   "var",     "std",
        "diff", "cumsum", "argmax",   "argmin",  "hcat",   "extrema", "eachindex"};
    *of = NULL;
    for (size_t i = 0; i < sizeof with_function / sizeof with_function[0]; i++)
        if (fr_calls_name(call, with_function[i]) && call->count > 1) {
            const bool fold = strcmp(with_function[i], "foldl") == 0;
            *of = call->items[0];
            *place = fold ? 1 : at - 1;
            return at == call->count - 1 || (at > 0 && !fold);
        }
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (fr_calls_name(call, alone[i]))
            return at == 0 || strcmp(alone[i], "dot") == 0 || strcmp(alone[i], "hcat") == 0;
    return false;
}

/* The dimensions of the elements, from what the function does with its parameter there. */
unsigned fr_element_rank(const fr_expr *function, size_t place)
{
    if (!function || function->kind != EX_LAMBDA)
        return 0;
    const fr_expr *pattern = function->left;
    if (pattern->kind == EX_TUPLE)
        pattern = place < pattern->count ? pattern->items[place] : NULL;
    return pattern && pattern->kind == EX_NAME ? rank_in(function->right, pattern->name) : 0;
}

static unsigned rank_in_call(const fr_expr *e, const char *name)
{
    unsigned most = 0;
    size_t place = 0;
    const fr_expr *of;
    if (fr_calls_name(e, fr_put_name) && fr_is_named(e->items[0], name))
        most = e->count > 2 ? (unsigned)e->count - 2 : 1;
    for (size_t i = 0; i < e->count; i++)
        if (fr_is_named(e->items[i], name) && is_array_argument(e, i, &of, &place))
            most = larger(most, 1 + fr_element_rank(of, place));
    const bool dims = e->keyword_count == 1 && strcmp(e->keywords[0].name, "dims") == 0;
    if (dims && e->count > 0 && fr_is_named(e->items[e->count - 1], name))
        most = larger(most, 2);
    if (fr_calls_name(e, "size") && e->count == 2 && fr_is_named(e->items[0], name)
        && e->items[1]->kind == EX_INT && e->items[1]->integer <= RG_MOST_RANK)
        most = larger(most, (unsigned)e->items[1]->integer);
    return most;
}

static unsigned rank_in(const fr_expr *e, const char *name)
{
    unsigned most = 0;
    if (!e)
        return 0;
    if (e->kind == EX_INDEX && fr_is_named(e->left, name))
        most = (unsigned)e->count;
    if (e->kind == EX_CALL)
        most = rank_in_call(e, name);
    if (e->kind == EX_LET && e->left->kind == EX_TUPLE && fr_is_named(e->right, name))
        most = 1; /* a, b = v */
    const bool hidden = (e->kind == EX_LAMBDA || e->kind == EX_LET) && binds(e->left, name);
    const fr_expr *parts[] = {hidden || e->kind == EX_LAMBDA ? NULL : e->left,
                              hidden && e->kind == EX_LAMBDA ? NULL : e->right,
                              hidden ? NULL : e->third};
    for (size_t i = 0; i < 3; i++)
        most = larger(most, rank_in(parts[i], name));
    for (size_t i = 0; i < e->count; i++)
        most = larger(most, rank_in(e->items[i], name));
    return most;
}

static bool has_real(const fr_expr *e)
{
    return e
           && (e->kind == EX_REAL || has_real(e->left) || has_real(e->right) || has_real(e->third));
}

/* Within a bound or an index: not in the index of another array, which counts by itself. */
static bool is_counted_in(const fr_expr *e, const char *name)
{
    if (!e || e->kind == EX_INDEX)
        return false;
    if (e->kind == EX_CALL && (fr_calls_name(e, "length") || fr_calls_name(e, "size")))
        return false;
    bool found = fr_is_named(e, name) || is_counted_in(e->left, name)
                 || is_counted_in(e->right, name) || is_counted_in(e->third, name);
    for (size_t i = 0; !found && i < e->count; i++)
        found = is_counted_in(e->items[i], name);
    return found;
}

/* From which argument on the call has extents: zeros(n), fill(c, n), Vector{T}(undef, n). */
static size_t first_extent(const fr_expr *e)
{
    static const char *const makers[] = {"zeros", "ones", "falses", "trues", "I"};
    static const char *const behind_one[] = {"fill", "similar"};
    const bool typed = e->kind == EX_CALL && e->left && e->left->kind == EX_CURLY;
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (fr_calls_name(e, makers[i]))
            return 0;
    for (size_t i = 0; i < sizeof behind_one / sizeof behind_one[0]; i++)
        if (fr_calls_name(e, behind_one[i]))
            return 1;
    return typed && e->count > 1
                   && (fr_is_named(e->items[0], "undef") || fr_is_named(e->items[0], "I"))
               ? 1
               : SIZE_MAX;
}

bool fr_counts(const fr_expr *e, const char *name)
{
    if (!e)
        return false;
    for (size_t i = first_extent(e); i < e->count; i++)
        if (is_counted_in(e->items[i], name))
            return true;
    if (e->kind == EX_RANGE && !has_real(e))
        return is_counted_in(e->left, name) || is_counted_in(e->right, name)
               || is_counted_in(e->third, name);
    const bool hidden = (e->kind == EX_LAMBDA || e->kind == EX_LET) && binds(e->left, name);
    bool found = (!hidden && e->kind != EX_LAMBDA && fr_counts(e->left, name))
                 || (!(hidden && e->kind == EX_LAMBDA) && fr_counts(e->right, name))
                 || (!hidden && fr_counts(e->third, name));
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_counts(e->items[i], name)
                || (e->kind == EX_INDEX && is_counted_in(e->items[i], name));
    return found;
}

fr_expr *fr_array_type(fr_arena *arena, fr_span span, unsigned rank)
{
    fr_expr *items[] = {fr_make_name(arena, span, "Fixed"), fr_make_int(arena, span, rank)};
    fr_expr *type = fr_make_call(arena, span, "Array", 2, items);
    type->kind = EX_CURLY;
    return type;
}

unsigned fr_array_rank(const fr_expr *type)
{
    return type->kind == EX_CURLY && type->count == 2 && type->items[1]->kind == EX_INT
               ? (unsigned)type->items[1]->integer
               : 0;
}

/* Array, AbstractArray{T} and the like, which leave the number of dimensions open; and Any. */
static bool is_open(const fr_expr *type)
{
    static const char *const names[] = {"Array",        "AbstractArray", "DenseArray",
                                        "StridedArray", "Any",           NULL};
    const bool one = type && type->kind == EX_CURLY && type->count == 1;
    for (size_t i = 0; names[i]; i++)
        if (fr_is_named(one ? type->left : type, names[i]))
            return true;
    return false;
}

/* Whether it leaves open too what the elements are, but that they are numbers. */
static bool is_of_any_number(const fr_functional *f, const fr_expr *type)
{
    static const char *const names[] = {"Float64",       "Float32", "Real",  "Number",
                                        "AbstractFloat", "Fixed",   "Float", "Any"};
    const fr_expr *item = type->kind == EX_CURLY ? type->items[0] : NULL;
    bool found = !item || (item->kind == EX_NAME && FR_IS_ONE_OF(item->name, names));
    for (size_t i = 0; !found && i < f->where_count; i++)
        found = fr_is_named(item, f->wheres[i]);
    return found;
}

void fr_open_array_parameters(fr_program *program)
{
    for (fr_functional *f = program->functionals; f; f = f->next)
        for (size_t i = 0; !f->marked && !f->derives && i < f->param_count; i++)
            if (is_open(f->params[i].type) && is_of_any_number(f, f->params[i].type))
                f->params[i].type = NULL;
}

/* Array{T, rank} with the element of the type that leaves it open. */
static fr_expr *with_rank(fr_arena *arena, const fr_param *p, unsigned rank)
{
    fr_expr *type = fr_array_type(arena, p->span, rank);
    if (p->type && p->type->kind == EX_CURLY && !fr_is_named(p->type->items[0], "Any"))
        type->items[0] = p->type->items[0];
    return type;
}

void fr_type_array_parameters(fr_arena *arena, fr_program *program)
{
    for (fr_functional *f = program->functionals; f; f = f->next) {
        if (f->marked || f->derives || fr_formula(arena, f, NULL))
            continue;
        for (size_t i = 0; i < f->param_count; i++) {
            fr_param *p = &f->params[i];
            const bool open = is_open(p->type);
            const unsigned rank = p->type && !open ? 0 : rank_in(f->body, p->name);
            const bool found = rank > 0 && rank <= RG_MOST_RANK;
            if (!found && !open)
                continue;
            p->type = found ? with_rank(arena, p, rank) : NULL;
            p->read_off = found;
        }
    }
}
