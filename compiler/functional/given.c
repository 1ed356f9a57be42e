/* given.c: what the host gives settles the types that a function with a value leaves open. */
#include <string.h>

#include "compiler/functional/functional.h"
#include "compiler/functional/unary.h"
#include "compiler/syntax/array_parameters.h"
#include "compiler/syntax/formulas.h"
#include "compiler/syntax/tree.h"

static bool is_own(const fr_diags *d, fr_span span) { return !d->sources[span.file].library; }

fr_functional *fn_started(const fr_diags *d, const fr_program *program, const char *entry)
{
    fr_functional *last = NULL, *named = NULL;
    for (const fr_function *r = program->functions; r && !entry; r = r->next)
        if (is_own(d, r->span) && strncmp(r->name, "+=", 2) != 0)
            return NULL;
    for (fr_functional *f = program->functionals; f; f = f->next) {
        if (!is_own(d, f->span) || f->derives)
            continue;
        last = f;
        if (strcmp(f->name, entry ? entry : "main") == 0)
            named = f;
    }
    return named || entry ? named : last;
}

static const rgc_argument *given(const rgc_argument *arguments, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(arguments[i].name, name) == 0)
            return &arguments[i];
    return NULL;
}

/* The host gives an array for a parameter without a type, and complex numbers for none. */
static bool gives_arrays(const fr_functional *f, const rgc_argument *arguments, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < f->param_count; i++) {
        const rgc_argument *a = given(arguments, count, f->params[i].name);
        if (a && (a->complex || a->base == RG_TYPE_BOOL))
            return false;
        found = found || (a && a->rank > 0 && !f->params[i].type);
    }
    return found;
}

/* A function whose body is looked through, and how many calls may still be followed: functions may
 * call themselves, and each other in many ways. */
typedef struct {
    const fr_program *program;
    const fr_param *params;
    size_t count;
    unsigned *calls_left;
} body;

enum { MOST_CALLS = 1000 };

/* A field may be one: the types of structs are not known here. */
static bool names_matrix(const body *in, const fr_expr *e)
{
    if (e->kind == EX_FIELD)
        return true;
    for (size_t i = 0; e->kind == EX_NAME && i < in->count; i++)
        if (strcmp(in->params[i].name, e->name) == 0)
            return in->params[i].type && in->params[i].read_off
                   && fr_array_rank(in->params[i].type) == 2;
    return false;
}

static fr_param *typed_parameters(fr_diags *d, const fr_functional *f,
                                  const rgc_argument *arguments, size_t count)
{
    fr_param *params = fr_alloc(d->arena, (f->param_count + 1) * sizeof *params);
    for (size_t i = 0; i < f->param_count; i++) {
        const rgc_argument *a = given(arguments, count, f->params[i].name);
        params[i] = f->params[i];
        if (!a || a->rank == 0 || params[i].type)
            continue;
        params[i].type = fr_array_type(d->arena, params[i].span, a->rank);
        params[i].read_off = true;
    }
    return params;
}

/* An element of what the function computes, and not of a parameter. */
static bool takes_element(const fr_expr *e, const void *with)
{
    const body *in = with;
    bool own = e->kind == EX_INDEX && (e->left->kind == EX_NAME || fr_is_dotted_value(e->left));
    for (size_t i = 0; own && e->left->kind == EX_NAME && i < in->count; i++)
        own = strcmp(in->params[i].name, e->left->name) != 0;
    return own;
}

static bool has_elements(const fr_expr *e, const void *with)
{
    (void)with;
    return fr_is_dotted_value(e);
}

static bool needs_reals(const body *in, const fr_expr *e);

/* A call of what only a function of reals takes, or of a function that has it. */
static bool calls_for_reals(const body *in, const fr_expr *call)
{
    static const char *const others[] = {"norm", "mean", "var",    "std",    "isodd", "iseven",
                                         "zero", "one",  "ifelse", "sincos", "any",   "all"};
    const char *name = call->left->kind == EX_NAME ? call->left->name : "";
    bool plain = !fn_is_base(name) && strcmp(name, "vec") != 0 && strcmp(name, "vcat") != 0
                 && strncmp(name, "each", 4) != 0;
    for (size_t i = 0; call->count == 1 && i < sizeof others / sizeof others[0]; i++)
        plain = plain || strcmp(name, others[i]) == 0;
    const fr_functional *f = plain && *in->calls_left > 0 ? fn_find(in->program, name) : NULL;
    if (!f)
        return !plain;
    --*in->calls_left;
    const body inner = {in->program, f->params, f->param_count, in->calls_left};
    return needs_reals(&inner, f->body);
}

/* Whether it has what only a function of reals takes. */
static bool needs_reals(const body *in, const fr_expr *e)
{
    if (!e)
        return false;
    bool found = e->kind == EX_ADJOINT || (e->kind == EX_LET && fr_is_mask(e->right))
                 || (e->kind == EX_ARRAY && e->token == TOK_SEMI)
                 || (e->kind == EX_BINARY && e->token == TOK_BACKSLASH)
                 || (e->kind == EX_BINARY && e->token == TOK_MUL && names_matrix(in, e->left))
                 || (e->kind == EX_CALL && calls_for_reals(in, e)) || needs_reals(in, e->left)
                 || needs_reals(in, e->right) || needs_reals(in, e->third);
    for (size_t i = 0; !found && i < e->count; i++)
        found = needs_reals(in, e->items[i])
                || (e->items[i]->kind == EX_RANGE && e->kind != EX_INDEX);
    return found;
}

/* Whether it is one, whose value is an array or any, once the types are known. What is said
 * meanwhile is forgotten. */
static bool suits(fr_diags *d, const fr_program *program, const fr_functional *f, bool any)
{
    const size_t errors = d->errors, count = d->count;
    fr_functional tried = *f;
    if (f->blamed)
        tried.blamed = fr_alloc(d->arena, (f->param_count + 1) * sizeof *tried.blamed);
    const fn_seq *seq = fn_build(d, program, &tried, fn_order(f), NULL);
    const bool good = seq && d->errors == errors && (any || fn_rank(seq->result->type) > 0);
    d->errors = errors;
    d->count = count;
    return good;
}

static bool gives_integer(const rgc_argument *a)
{
    return a && a->rank == 0 && a->base == RG_TYPE_INT && !a->complex;
}

/* A function that reals do not suit, as it takes i & 1 of a parameter without a type, may be one of
 * the integers that are given. */
static void take_integers(fr_diags *d, const fr_program *program, fr_functional *f,
                          const rgc_argument *arguments, size_t count)
{
    fr_functional typed = *f;
    bool more = false;
    typed.params = fr_alloc(d->arena, (f->param_count + 1) * sizeof *typed.params);
    for (size_t i = 0; i < f->param_count; i++) {
        fr_param *p = &typed.params[i];
        *p = f->params[i];
        if (p->type || !gives_integer(given(arguments, count, p->name)))
            continue;
        p->type = fr_make_name(d->arena, p->span, "Int");
        p->read_off = more = true;
    }
    if (!more || suits(d, program, f, true) || !suits(d, program, &typed, true))
        return;
    for (size_t i = 0; i < f->param_count; i++) { /* those that reals suit have gradients */
        const fr_param whole = typed.params[i];
        typed.params[i] = f->params[i];
        if (whole.type != f->params[i].type && !suits(d, program, &typed, true))
            typed.params[i] = whole;
    }
    f->params = typed.params;
}

static void take_arrays(fr_diags *d, const fr_program *program, fr_functional *f,
                        const rgc_argument *arguments, size_t count)
{
    if (!gives_arrays(f, arguments, count))
        return;
    fr_functional typed = *f;
    typed.params = typed_parameters(d, f, arguments, count);
    /* What takes any types keeps what it does with them, unless only this tells its extents. */
    const bool keeps = fr_takes_other_types(f) && fr_formula(d->arena, f, NULL);
    unsigned calls_left = MOST_CALLS;
    const body in = {program, typed.params, f->param_count, &calls_left};
    const bool any =
        needs_reals(&in, f->body)
        || (fr_any_in(f->body, has_elements, NULL) && fr_any_in(f->body, takes_element, &in));
    if (!keeps || (!given(arguments, count, "out!") && suits(d, program, &typed, any)))
        f->params = typed.params;
}

void fn_take_given(fr_diags *d, fr_program *program, fr_functional *f,
                   const rgc_argument *arguments, size_t count)
{
    if (!f)
        return;
    take_arrays(d, program, f, arguments, count);
    if (!fr_takes_other_types(f) || !fr_formula(d->arena, f, NULL))
        take_integers(d, program, f, arguments, count);
}
