/* formulas.c: what a function computes, as one expression. It is put where the function is called,
 * so it works on every type that its operations have. */
#include "compiler/syntax/formulas.h"

#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

enum { MOST_NODES = 20000 };

/* What a name stands for. NULL: for itself, as the parameter of a function without a name. */
typedef struct binding {
    const char *name;
    fr_expr *value;
    const struct binding *outer;
} binding;

typedef struct {
    fr_arena *arena;
    const binding *known;
    size_t nodes;
    bool failed;
    const fr_functional *of;
    fr_bound **bounds; /* NULL: they are not noted */
} formula;

size_t fr_node_count(const fr_expr *e, size_t limit)
{
    size_t n = e ? 1 : 0;
    if (!e || limit == 0)
        return n;
    const fr_expr *children[] = {e->left, e->right, e->third};
    for (size_t i = 0; i < 3 && n < limit; i++)
        n += fr_node_count(children[i], limit - n);
    for (size_t i = 0; i < e->count && n < limit; i++)
        n += fr_node_count(e->items[i], limit - n);
    return n;
}

/* ---- types ---- */

static bool names_real(const char *name)
{
    static const char *const reals[] = {
        "Fixed",         "Float64", "Real",    "Number",         "AbstractFloat",
        "Vector",        "Matrix",  "Array",   "AbstractVector", "AbstractMatrix",
        "AbstractArray", "Tuple",   "Float32", "Float",          "Any"};
    return FR_IS_ONE_OF(name, reals);
}

static bool is_other(const fr_expr *type)
{
    if (!type || type->kind == EX_INT)
        return false;
    if (type->kind == EX_NAME)
        return !names_real(type->name);
    bool other = is_other(type->left);
    for (size_t i = 0; i < type->count; i++)
        other = other || is_other(type->items[i]);
    return other;
}

/* Whether e is a dotted operation on what has the name. */
static bool is_dotted(const fr_expr *e, const void *name)
{
    if (!fr_is_dotted_value(e))
        return false;
    bool found = e->kind == EX_BINARY
                 && (fr_is_named(e->left, name) || fr_is_named(e->right, name));
    for (size_t i = 0; !found && i < e->count; i++)
        found = fr_is_named(e->items[i], name);
    return found;
}

/* v[i], p.x, sum(v), sum(exp.(v)) */
static bool is_part_of(const fr_expr *e, const void *name)
{
    static const char *const of_arrays[] = {"length",  "size", "sum",  "prod",  "maximum",
                                            "minimum", "dot",  "norm", "first", "last"};
    if (e->kind == EX_INDEX || e->kind == EX_FIELD)
        return fr_is_named(e->left, name);
    for (size_t i = 0; i < sizeof of_arrays / sizeof of_arrays[0]; i++)
        for (size_t k = 0; fr_calls_name(e, of_arrays[i]) && k < e->count; k++)
            if (fr_is_named(e->items[k], name) || fr_any_in(e->items[k], is_dotted, name))
                return true;
    return false;
}

/* Operations of Int alone, and functions that are there for complex numbers. */
static bool works_on_others(const fr_expr *e, const void *unused)
{
    static const fr_token_kind bits[] = {TOK_AND, TOK_OR, TOK_XOR, TOK_SHL, TOK_SHR, TOK_SAR};
    static const char *const functions[] = {"real",    "imag", "conj",      "angle",
                                            "complex", "xor",  "count_ones"};
    (void)unused;
    bool found = e->kind == EX_UNARY && e->token == TOK_TILDE;
    for (size_t i = 0; e->kind == EX_BINARY && i < sizeof bits / sizeof bits[0]; i++)
        found = found || e->token == bits[i];
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        found = found || fr_calls_name(e, functions[i]);
    return found;
}

/* A parameter that is a function. */
static bool is_called(const fr_expr *e, const void *name)
{
    return (e->kind == EX_CALL || e->kind == EX_DOTCALL) && fr_is_named(e->left, name)
           && !e->left->made;
}

/* Whether e is the function of that name, or made of it: k ∘ sqrt. */
static bool is_made_of(const fr_expr *e, const void *name)
{
    const bool composed = e->kind == EX_BINARY && e->token == TOK_COMPOSE;
    return fr_is_named(e, name)
           || (composed && (is_made_of(e->left, name) || is_made_of(e->right, name)));
}

/* half = k with half(x) behind it, for a parameter k. */
static bool is_called_otherwise(const fr_expr *e, const void *name)
{
    return e->kind == EX_LET && e->left->kind == EX_NAME && is_made_of(e->right, name)
           && (fr_any_in(e->third, is_called, e->left->name)
               || fr_any_in(e->third, is_called_otherwise, e->left->name));
}

bool fr_takes_function(const fr_functional *f)
{
    for (size_t i = 0; i < f->param_count; i++)
        if ((!f->params[i].type || !is_other(f->params[i].type)
             || fr_expr_mentions(f->params[i].type, "Function"))
            && (fr_any_in(f->body, is_called, f->params[i].name)
                || fr_any_in(f->body, is_called_otherwise, f->params[i].name)))
            return true;
    return false;
}

bool fr_takes_other_types(const fr_functional *f)
{
    if (fr_any_in(f->body, works_on_others, NULL) || fr_takes_function(f))
        return true;
    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i].type ? is_other(f->params[i].type)
                              : fr_any_in(f->body, is_part_of, f->params[i].name))
            return true;
    return is_other(f->result);
}

/* ---- 'let' ---- */

static fr_expr *reduced(void *context, const fr_expr *e);

/* The component of a value that is a tuple, also in each branch. */
static fr_expr *component(formula *f, fr_expr *e, size_t i, size_t count)
{
    if (e && e->kind == EX_TUPLE && e->count == count)
        return e->items[i];
    if (!e || e->kind != EX_TERNARY) {
        f->failed = true;
        return e;
    }
    fr_expr *copy = fr_alloc(f->arena, sizeof *copy);
    *copy = *e;
    copy->right = component(f, e->right, i, count);
    copy->third = component(f, e->third, i, count);
    return copy;
}

static void note(formula *f, const char *name, fr_span span, const fr_expr *value)
{
    const fr_bound bound = {.function = f->of, .name = name, .span = span, .value = value};
    if (f->bounds)
        fr_note_bound(f->arena, f->bounds, &bound);
}

static void bind(formula *f, const fr_expr *pattern, fr_expr *value)
{
    for (size_t i = 0; pattern->kind == EX_TUPLE && i < pattern->count; i++)
        bind(f, pattern->items[i], component(f, value, i, pattern->count));
    if (pattern->kind != EX_NAME)
        return;
    note(f, pattern->name, pattern->span, value);
    binding *b = fr_alloc(f->arena, sizeof *b);
    *b = (binding){pattern->name, value, f->known};
    f->known = b;
}

static fr_expr *without_let(formula *f, const fr_expr *e)
{
    const binding *outer = f->known;
    fr_expr *value = reduced(f, e->right);
    if (!f->failed)
        bind(f, e->left, value);
    fr_expr *body = f->failed ? NULL : reduced(f, e->third);
    f->known = outer;
    return body;
}

static fr_expr *of_name(formula *f, const fr_expr *e)
{
    for (const binding *b = f->known; b; b = b->outer)
        if (strcmp(b->name, e->name) == 0) {
            f->nodes += fr_node_count(b->value, MOST_NODES);
            f->failed = f->failed || f->nodes > MOST_NODES;
            return b->value;
        }
    return (fr_expr *)(uintptr_t)e;
}

/* What is called: a variable that has its name stands for another function. */
static fr_expr *callee(formula *f, const fr_expr *e)
{
    if (e->kind != EX_NAME || e->made)
        return (fr_expr *)(uintptr_t)e;
    fr_expr *known = of_name(f, e);
    f->failed = f->failed || (known && known->kind != EX_NAME);
    return known ? known : (fr_expr *)(uintptr_t)e;
}

/* r.low of a call: a part of a named tuple. Structs are called by a large letter, and complex
 * numbers have other parts. */
static bool reads_named_part(const fr_expr *e, const fr_expr *of)
{
    return e->kind == EX_FIELD && of && of->kind == EX_CALL && of->left->kind == EX_NAME
           && of->left->name[0] >= 'a' && of->left->name[0] <= 'z' && e->name[0] >= 'a'
           && strcmp(e->name, "re") != 0 && strcmp(e->name, "im") != 0;
}

/* Calls that only a function with a value has. */
static bool belongs_to_value(const fr_expr *e)
{
    static const char *const names[] = {"sort", "sortperm", "median", "findfirst",
                                        "hcat", "minmax",   "range",  "LinRange"};
    bool found = e->kind == EX_INDEX && e->count == 1 && fr_is_mask(e->items[0]); /* x[x .> 0] */
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        found = found || fr_calls_name(e, names[i]);
    return found
           || (e->kind == EX_CALL && e->left->kind == EX_NAME
               && fr_is_named_as_change(e->left->name)); /* du = f!(du, u) */
}

static fr_expr *reduced(void *context, const fr_expr *e)
{
    formula *f = context;
    if (!e || f->failed)
        return NULL;
    if (e->kind == EX_LET)
        return without_let(f, e);
    if (e->kind == EX_NAME)
        return of_name(f, e);
    f->nodes++;
    f->failed = f->failed || belongs_to_value(e) || (e->kind == EX_TUPLE && e->name)
                || e->kind == EX_LAMBDA || fr_calls_name(e, "foldl")
                || fr_calls_name(e, fr_put_name) || fr_calls_name(e, fr_field_name)
                || fr_is_failure(e)
                || (e->keyword_count == 1 && strcmp(e->keywords[0].name, "dims") == 0);
    const bool called = e->kind == EX_CALL || e->kind == EX_DOTCALL || e->kind == EX_CURLY;
    fr_expr *copy = fr_with_arguments(f->arena, e, reduced, context);
    copy->left = called ? callee(f, e->left) : reduced(f, e->left);
    f->failed = f->failed || reads_named_part(e, copy->left);
    copy->right = reduced(f, e->right);
    copy->third = reduced(f, e->third);
    return copy;
}

static bool is_int(const fr_expr *type)
{
    return type && type->kind == EX_NAME
           && (strcmp(type->name, "Int") == 0 || strcmp(type->name, "Int64") == 0
               || strcmp(type->name, "Integer") == 0);
}

/* convert(Int, n), which is n, and is refused where n is none. */
static void mark_whole(formula *f, const fr_param *p)
{
    fr_expr *items[] = {fr_make_name(f->arena, p->span, "Int"),
                        fr_make_name(f->arena, p->span, p->name)};
    if (!is_int(p->type))
        return;
    fr_expr *whole = fr_make_call(f->arena, p->span, "convert", 2, items);
    whole->respelled = items[1]->respelled = true;
    bind(f, items[1], whole);
}

fr_expr *fr_formula(fr_arena *arena, const fr_functional *of, fr_bound **bounds)
{
    formula f = {.arena = arena, .of = of};
    if (fr_names_infinity(of->body)) /* infinite.c puts checks around it */
        return NULL;
    if (fr_expr_mentions(of->body, of->name)) /* it has no end */
        return NULL;
    for (size_t i = 0; i < of->param_count; i++)
        mark_whole(&f, &of->params[i]);
    f.bounds = bounds;
    for (size_t i = 0; i < of->param_count; i++)
        note(&f, of->params[i].name, of->params[i].span,
             fr_make_name(arena, of->params[i].span, of->params[i].name));
    fr_expr *e = reduced(&f, of->body);
    return f.failed ? NULL : e;
}
