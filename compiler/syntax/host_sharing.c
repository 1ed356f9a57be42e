/* host_sharing.c: which names may stand for one array or struct. What cannot be followed counts as
 * shared: a change under another name would be lost, so that it is refused. */
#include "compiler/syntax/host_sharing.h"

#include <string.h>

#include "compiler/syntax/callable.h"
#include "compiler/syntax/methods.h"
#include "compiler/syntax/tree.h"

bool fr_is_number_type(const fr_expr *type)
{
    static const char *const names[] = {"Float64", "Float32", "Real", "Int",    "Int64", "Integer",
                                        "Float",   "Fixed",   "Bool", "Number", NULL};
    for (size_t i = 0; type && type->kind == EX_NAME && names[i]; i++)
        if (strcmp(type->name, names[i]) == 0)
            return true;
    return false;
}

bool fr_is_number_field(const fr_program *program, const char *name)
{
    bool found = false;
    for (const fr_struct *s = program->structs; s; s = s->next)
        for (size_t i = 0; i < s->field_count; i++)
            if (strcmp(s->fields[i].name, name) == 0) {
                found = true;
                if (!fr_is_number_type(s->fields[i].type))
                    return false;
            }
    return found;
}

bool fr_is_made_by(const fr_program *program, const fr_expr *call)
{
    bool found = false;
    if (call->kind != EX_CALL || call->left->kind != EX_NAME)
        return false;
    for (const fr_functional *f = program->functionals; f; f = f->next) {
        const fr_expr *value = f->body;
        if (strcmp(f->name, call->left->name) != 0)
            continue;
        while (value && value->kind == EX_LET)
            value = value->third;
        if (!value || value->kind != EX_CALL || !fr_struct_named(program, value->left)
            || f->changes)
            return false;
        found = true;
    }
    return found;
}

static bool is_of_program(const fr_program *program, const fr_expr *e)
{
    const fr_functional *f = e->kind == EX_NAME ? program->functionals : NULL;
    while (f && strcmp(f->name, e->name) != 0)
        f = f->next;
    return f != NULL;
}

/* Whether e calls one of these functions of Base, and none of the program with that name. */
static bool calls_base(const fr_program *program, const fr_expr *e, const char *const *names)
{
    return fr_calls_one_of(e, names) && !is_of_program(program, e->left);
}

bool fr_is_new(const fr_program *program, const fr_expr *e)
{
    static const char *const makers[] = {"zeros", "ones",    "fill",    "copy",     "map",
                                         "map2",  "vcat",    "reverse", "cumsum",   "falses",
                                         "trues", "cumprod", "diff",    "collect",  "similar",
                                         "put#",  "zero",    "field#",  "deepcopy", NULL};
    if (e->kind == EX_INDEX && e->token != TOK_MACRO)
        for (size_t i = 0; i < e->count; i++)
            if (e->items[i]->kind == EX_RANGE)
                return true;
    const bool computed = e->kind == EX_BINARY && e->token != TOK_PIPE && e->token != TOK_DOTPIPE
                          && e->token != TOK_ANDAND && e->token != TOK_OROR;
    const bool written = fr_calls_name(e, "reshape") && e->items[0]->kind == EX_ARRAY,
               typed = e->kind == EX_CALL && e->left->kind == EX_CURLY; /* Vector{T}(undef, n) */
    const bool real = fr_calls_name(e, "float") && e->count == 1 && fr_is_new(program, e->items[0]);
    if (e->kind == EX_CALL && (fr_struct_named(program, e->left) || fr_is_made_by(program, e)))
        return true;
    return computed || written || typed || real || e->kind == EX_DOTCALL || e->kind == EX_ARRAY
           || (e->kind == EX_UNARY && e->token == TOK_SUB) || calls_base(program, e, makers);
}

/* How many functions within each other are looked into. */
enum { MOST_CALLS = 4 };

/* What is asked about the name, which stands for the array or struct itself. */
typedef struct {
    const fr_program *program;
    const char *name;
    bool deep;  /* the arrays in its fields count too */
    bool whole; /* an array of which it is made an element does not count */
    bool holds; /* the name stands for a list, a tuple or a struct that holds it */
    bool named; /* and a named tuple may be one of these, whose parts are of any type */
    bool part;  /* the name stands for a part of it, mostly a number */
    unsigned calls;
} sharing;

static bool shares_in(const sharing *w, const fr_expr *e);

static bool an_item_shares(const sharing *w, const fr_expr *e)
{
    bool found = false;
    for (size_t i = 0; !found && i < e->count; i++)
        found = shares_in(w, e->items[i]);
    for (size_t i = 0; !found && i < e->keyword_count; i++)
        found = e->keywords[i].value && shares_in(w, e->keywords[i].value);
    return found;
}

static bool is_named_tuple(const fr_expr *e, const void *with)
{
    (void)with;
    return e->kind == EX_TUPLE && e->keyword_count > 0;
}

/* The same about a parameter of a function that gets e, which shares. */
static sharing within(const sharing *w, const fr_expr *e, const char *parameter)
{
    sharing inner = *w;
    inner.name = parameter;
    inner.calls++;
    inner.holds = w->holds || (e->kind != EX_NAME && e->kind != EX_FIELD);
    inner.named = w->named || fr_any_in(e, is_named_tuple, NULL);
    return inner;
}

/* Whether the value that is called, with so many arguments, may give what it holds. */
static bool callee_gives(const sharing *w, const fr_expr *callee, size_t count)
{
    bool found = false;
    if (!fr_expr_mentions(callee, w->name))
        return false;
    if (callee->kind == EX_BINARY) /* f ∘ g */
        return true;
    for (const fr_functional *f = w->program->functionals; f && !found; f = f->next) {
        if (!fr_is_callable_name(f->name) || f->param_count != count + 1)
            continue;
        const sharing inner = within(w, callee, f->params[0].name);
        found = !f->body || w->calls >= MOST_CALLS || shares_in(&inner, f->body);
    }
    return found;
}

/* Whether a function of the program may give an argument that shares. */
static bool gives_argument(const sharing *w, const fr_expr *call)
{
    bool known = false;
    if (callee_gives(w, call->left, call->count))
        return true;
    if (!an_item_shares(w, call))
        return false;
    for (const fr_functional *f = w->program->functionals; f; f = f->next) {
        if (call->left->kind != EX_NAME || strcmp(f->name, call->left->name) != 0)
            continue;
        known = true;
        if (!f->body || w->calls >= MOST_CALLS || f->param_count != call->count)
            return true;
        for (size_t i = 0; i < call->count; i++) {
            const sharing inner = within(w, call->items[i], f->params[i].name);
            if (shares_in(w, call->items[i]) && shares_in(&inner, f->body))
                return true;
        }
    }
    return !known;
}

/* Whether e is a list or a tuple that holds it. */
static bool lists(const sharing *w, const fr_expr *e)
{
    return e && (e->kind == EX_ARRAY || e->kind == EX_TUPLE || w->holds) && shares_in(w, e);
}

/* Whether the function, which is given elements of e from its parameter `from` on, may give what
 * these hold. */
static bool lambda_gives(const sharing *w, const fr_expr *function, size_t from)
{
    const fr_expr *pattern = function->left;
    const bool list = pattern->kind == EX_TUPLE;
    bool found = !list && from > 0;
    for (size_t i = from; !found && i < (list ? pattern->count : 1); i++) {
        const fr_expr *name = list ? pattern->items[i] : pattern;
        sharing inner = *w;
        inner.name = name->kind == EX_NAME ? name->name : "";
        inner.holds = true;
        found = name->kind != EX_NAME || shares_in(&inner, function->right);
    }
    return found;
}

/* Whether what a function gives for elements of the items behind it may be what they hold, or what
 * it reads itself. The parameters before `from` are no elements. */
static bool passes_elements(const sharing *w, const fr_expr *e, size_t from)
{
    const fr_expr *f = e->items[0];
    const bool lambda = f->kind == EX_LAMBDA;
    bool listed = false;
    for (size_t i = 1 + from; !listed && i < e->count; i++)
        listed = lists(w, e->items[i]);
    return (lambda && shares_in(w, f->right)) || (!lambda && callee_gives(w, f, e->count - 1))
           || (listed && (lambda ? lambda_gives(w, f, from) : is_of_program(w->program, f)));
}

/* What a list holds is in the array that is made of it; and map may give what its function does. */
static bool passes_items(const sharing *w, const fr_expr *e)
{
    static const char *const makers[] = {"copy", "reverse", "vcat", "first", "last", "sort", NULL};
    if (fr_calls_name(e, "map") && e->count > 0)
        return passes_elements(w, e, 0);
    bool found = false;
    for (size_t i = 0; calls_base(w->program, e, makers) && !found && i < e->count; i++)
        found = lists(w, e->items[i]);
    return found;
}

static bool is_slice(const fr_expr *e)
{
    bool found = false;
    for (size_t i = 0; i < e->count; i++)
        found = found || e->items[i]->kind == EX_RANGE || e->items[i]->kind == EX_COLON
                || (e->token == TOK_MACRO && e->items[i]->kind == EX_NAME);
    return found;
}

/* v[i], or v[i:j], which is a new array unless it is a view. */
static bool element_shares(const sharing *w, const fr_expr *e)
{
    const bool slice = is_slice(e),
               variable = e->left->kind == EX_NAME || e->left->kind == EX_FIELD;
    if (slice && e->token == TOK_MACRO)
        return shares_in(w, e->left);
    return (variable ? w->holds && !slice : !slice || lists(w, e->left)) && shares_in(w, e->left);
}

static bool field_shares(const sharing *w, const fr_expr *e)
{
    const bool number = fr_is_number_field(w->program, e->name) && !w->named
                        && !is_named_tuple(e->left, NULL);
    return !number && (w->deep || w->holds || e->left->kind != EX_NAME) && shares_in(w, e->left);
}

/* A part of a struct, which is no number: v[i] is an array or a struct. */
static bool part_shares(const sharing *w, const fr_expr *e)
{
    sharing inner = *w;
    inner.holds = true;
    const bool taken = e->kind == EX_INDEX || (e->kind == EX_CALL && !fr_is_new(w->program, e));
    return shares_in(taken ? &inner : w, e);
}

/* p.x = e, A[i] = e: whether e, which is kept as it is, shares. */
static bool keeps(const sharing *w, const fr_expr *e)
{
    if (fr_calls_name(e, fr_field_name))
        return !fr_is_number_field(w->program, e->items[2]->name) && part_shares(w, e->items[1]);
    if (fr_calls_name(e, fr_put_name) && e->token == TOK_DOT)
        return lists(w, e->items[1]);
    bool element = !w->whole && fr_calls_name(e, fr_put_name) && e->token != TOK_DOT;
    for (size_t i = 2; element && i < e->count; i++)
        element = e->items[i]->kind != EX_COLON && e->items[i]->kind != EX_RANGE;
    /* a part that is an array is never changed within the array that gets it */
    element = element && !(w->part && e->items[1]->kind == EX_NAME);
    return element && e->items[1]->kind != EX_CALL && shares_in(w, e->items[1]);
}

static bool call_shares(const sharing *w, const fr_expr *e)
{
    static const char *const readers[] = {
        "sum",     "length",  "size",      "prod",   "maximum", "minimum", "dot",     "norm",
        "mean",    "var",     "std",       "argmax", "copy",    "argmin",  "reverse", "cumsum",
        "diff",    "count",   "any",       "all",    "extrema", "vcat",    "put#",    "map",
        "isempty", "first",   "last",      "zeros",  "sqrt",    "abs",     "field#",  "deepcopy",
        "zero",    "similar", "one",       "ones",   "falses",  "trues",   "sort",    "inv",
        "det",     "tr",      "eachindex", NULL};
    if (fr_calls_name(e, "foldl") && e->count == 3)
        return shares_in(w, e->items[1]) || passes_elements(w, e, 1);
    if (fr_calls_name(e, fr_while_name)) /* its state, and what its body makes of it */
        return shares_in(w, e->items[1]) || shares_in(w, e->items[0]->right);
    if (calls_base(w->program, e, readers))
        return keeps(w, e) || passes_items(w, e);
    return fr_struct_named(w->program, e->left) ? an_item_shares(w, e) : gives_argument(w, e);
}

/* v |> f, and f ∘ g */
static bool binary_shares(const sharing *w, const fr_expr *e)
{
    if (e->token == TOK_COMPOSE)
        return fr_expr_mentions(e, w->name);
    const bool piped = e->token == TOK_PIPE || e->token == TOK_DOTPIPE;
    return piped && (shares_in(w, e->left) || fr_expr_mentions(e->right, w->name));
}

/* Whether a name of the pattern, which the value is bound to, comes to be in what follows. */
static bool bound_shares(const sharing *w, const fr_expr *pattern, const fr_expr *value,
                         const fr_expr *follows)
{
    const bool tuple = pattern->kind == EX_TUPLE && pattern->keyword_count == 0,
               pairs = tuple && value->kind == EX_TUPLE && value->count == pattern->count,
               whole = shares_in(w, value);
    bool found = false;
    if (!whole && !part_shares(w, value))
        return false;
    for (size_t i = 0; tuple && !found && i < pattern->count; i++)
        if (pairs)
            found = bound_shares(w, pattern->items[i], value->items[i], follows);
        else if (pattern->items[i]->kind != EX_NAME)
            found = true;
    if (pairs || found || (!tuple && pattern->kind != EX_NAME))
        return !pairs || found;
    sharing inner = *w;
    inner.part = !w->holds && (tuple || !whole);
    inner.holds = w->holds || (whole && value->kind != EX_NAME && value->kind != EX_FIELD);
    for (size_t i = 0; !found && i < (tuple ? pattern->count : 1); i++) {
        inner.name = tuple ? pattern->items[i]->name : pattern->name;
        found = shares_in(&inner, follows);
    }
    return found;
}

/* Whether the value of e may be, or hold, the array of that name itself. */
static bool shares_in(const sharing *w, const fr_expr *e)
{
    bool found = false;
    switch (e->kind) {
    case EX_NAME: return strcmp(e->name, w->name) == 0;
    case EX_TUPLE: return an_item_shares(w, e);
    case EX_ARRAY: return e->token != TOK_SEMI && an_item_shares(w, e);
    case EX_TERNARY: return shares_in(w, e->right) || shares_in(w, e->third);
    case EX_LET: return bound_shares(w, e->left, e->right, e->third) || shares_in(w, e->third);
    case EX_ADJOINT: return shares_in(w, e->left);
    case EX_UNARY: return e->token == TOK_ADD && shares_in(w, e->right); /* +v is v */
    case EX_FIELD: return field_shares(w, e);
    case EX_LAMBDA: return fr_expr_mentions(e, w->name);
    case EX_INDEX: return element_shares(w, e);
    case EX_BINARY: return binary_shares(w, e);
    case EX_DOTCALL:
        for (size_t i = 0; is_of_program(w->program, e->left) && !found && i < e->count; i++)
            found = lists(w, e->items[i]);
        return found || callee_gives(w, e->left, e->count);
    case EX_CALL: return call_shares(w, e);
    default: return false;
    }
}

bool fr_may_share(const fr_program *program, const fr_expr *e, const char *name, bool deep)
{
    return shares_in(&(sharing){.program = program, .name = name, .deep = deep}, e);
}

bool fr_shares(const fr_program *program, const fr_expr *e, const char *name)
{
    return fr_may_share(program, e, name, true);
}

/* Whether what f gives may be, or hold, its parameter i. */
static bool parameter_shares(const fr_program *program, const fr_functional *f, size_t i,
                             bool whole)
{
    const sharing w = {
        .program = program, .name = f->params[i].name, .deep = true, .whole = whole, .calls = 1};
    return shares_in(&w, f->body);
}

/* Whether e is an array by its name or a new one, and no part of something. */
static bool is_whole(const fr_program *program, const fr_expr *e)
{
    while (e && e->kind == EX_LET)
        e = e->third;
    if (e && e->kind == EX_TERNARY)
        return is_whole(program, e->right) && is_whole(program, e->third);
    return e && (e->kind == EX_NAME || fr_is_new(program, e));
}

bool fr_is_made_in(const fr_program *program, const fr_expr *call)
{
    bool found = false;
    for (const fr_functional *f = program->functionals; f; f = f->next) {
        if (!fr_calls_name(call, f->name))
            continue;
        if (f->changes || f->param_count != call->count || !is_whole(program, f->body))
            return false;
        for (size_t i = 0; i < f->param_count; i++)
            if (parameter_shares(program, f, i, true))
                return false;
        for (const fr_const *k = program->consts; k; k = k->next)
            if (fr_expr_mentions(f->body, k->name))
                return false;
        found = true;
    }
    return found;
}

bool fr_gets_name(const fr_program *program, const host_stmt *s, const char *name, bool deep)
{
    bool found = s->kind == HOST_ASSIGN && fr_may_share(program, s->value, name, deep);
    for (const host_stmt *t = s->body; t && !found; t = t->next)
        found = fr_gets_name(program, t, name, deep);
    for (const host_stmt *t = s->other; t && !found; t = t->next)
        found = fr_gets_name(program, t, name, deep);
    return found;
}

/* Whether e compares the name, or finds an element by it. */
static bool takes_number(const fr_expr *e, const void *name)
{
    const bool compares =
        e->kind == EX_BINARY
        && (e->token == TOK_LT || e->token == TOK_LE || e->token == TOK_GT || e->token == TOK_GE);
    bool found = compares && (fr_is_named(e->left, name) || fr_is_named(e->right, name));
    for (size_t i = 0; e->kind == EX_INDEX && i < e->count; i++)
        found = found || fr_is_named(e->items[i], name);
    return found;
}

/* Whether the name stands for something else in a part of e. */
static bool binds_other(const fr_expr *e, const void *name)
{
    return (e->kind == EX_LET || e->kind == EX_LAMBDA) && fr_expr_mentions(e->left, name);
}

/* Whether the function can be given a number alone for its parameter. */
static bool takes_number_for(const fr_functional *f, size_t i)
{
    const char *name = f->params[i].name;
    return fr_any_in(f->body, takes_number, name) && !fr_any_in(f->body, binds_other, name);
}

bool fr_keeps_argument(const fr_program *program, const fr_expr *call, size_t i)
{
    bool found = false;
    for (const fr_functional *f = program->functionals; f && !found; f = f->next)
        found = fr_calls_name(call, f->name) && f->param_count == call->count
                && !(f->changes && f->changes[i])
                && (!f->body /* it is not read yet */
                    || (!takes_number_for(f, i) && parameter_shares(program, f, i, false)));
    return found;
}
