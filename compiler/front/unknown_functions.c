/* unknown_functions.c: see unknown_functions.h. */
#include "compiler/front/unknown_functions.h"

#include <string.h>

#include "compiler/front/array_errors.h"
#include "compiler/front/foreign_names.h"
#include "compiler/syntax/generators.h"
#include "compiler/syntax/words.h"

#define REDUCES                                                                                    \
    "it takes an array, a slice, or a dotted expression: sum(v), sum(v .^ 2), sum(sin, v)"

const char *fr_special_function(const char *name)
{
    static const char *const special[] = {"erf",      "erfc",       "gamma",   "lgamma",
                                          "loggamma", "digamma",    "besselj", "besselj0",
                                          "besselj1", "logabsgamma"};
    return FR_IS_ONE_OF(name, special) ? "`using SpecialFunctions` defines it" : NULL;
}

/* Where functions that are none of the machine's are found. */
static const char *elsewhere(const char *name)
{
    static const fr_advice others[] = {
        {"sum", REDUCES},
        {"norm", REDUCES},
        {"prod", REDUCES},
        {"maximum", REDUCES},
        {"minimum", REDUCES},
        {"tr", "write sum(A[i, i] for i = 1:size(A, 1))"},
        {"diag", "write A[i, i] in a loop over i"},
        {"cumsum", "`using Sums`, or a loop: c[i] += c[i-1] + v[i]"},
        {"sigmoid", "`using Neural`: i_sigmoid(y, x); or write tanh(x / 2) / 2 + 0.5"},
        {"relu", "write max(x, 0)"},
        {"softplus", "write log1p(exp(x))"},
        {"logistic", "write tanh(x / 2) / 2 + 0.5"},
        {"binomial", "`using Special`: i_factorial(y, n)"},
        {"argmax",
         "`using Neural` defines it for updates by a vector that has a name, not a slice: "
         "k += argmax(v)"},
        {"argmin",
         "`using Neural` defines it for updates by a vector that has a name, not a slice: "
         "k += argmin(v)"},
        {"mean", "it takes an array that has a name, or dots: mean(v), mean(abs, v), mean(v .^ 2)"},
        {"var", "it takes an array that has a name: var(v)"},
        {"std", "it takes an array that has a name: std(v)"},
        {"reduce", "it takes +, *, max or min, and an array: reduce(+, v)"},
        {"mapreduce", "it takes a function, +, *, max or min, and an array: mapreduce(abs2, +, v)"},
        {"det", "`using LU` defines it for updates, y += det(A)"},
        {"logdet", "`using LU` defines it for updates, y += logdet(A)"},
        {"factorial", "`using Special`: i_factorial(y, n)"},
        {"grad", "gradients are made by the machine, not read by a program: retrograd run FILE.rg "
                 "--grad NAME"},
        {"gradient", "gradients are made by the machine: retrograd run FILE.rg --grad NAME"},
        {"jacobian", "retrograd run FILE.rg --jacobian"},
        {"hessian", "retrograd run FILE.rg --hessian NAME"},
        {"isapprox", "write abs(a - b) < 1e-8"},
        {"map", "write f.(v) in a dotted update, y .+= f.(v); map, map2 and foldl belong to @fn"},
        {"foldl", "it takes +, *, max or min, and an array; others belong to @fn, or write a loop"},
        {"copy", "allocate zeros and add: t <- zero(x), then t .+= x"},
        {"deepcopy", "allocate zeros and add: t <- zero(x), then t .+= x"},
        {"similar", "allocate zeros: t <- zero(x)"},
        {"isempty", "write length(s) == 0"},
        {"pop!", "write POP!(s, x), which moves the last element into a zero x"},
        {"iszero", "write x == 0"},
        {"stop_gradient", "it stands alone behind ⊻= of a Fixed: v ⊻= stop_gradient(x)"},
        {"rand", "`using Random`, or RNG(n) and uniform(n)"},
        {"randn", "`using Random`, or RNG(n) and uniform(n)"},
    };
    const char *help = FR_ADVICE(name, others);
    if (help)
        return help;
    const char *foreign = fr_foreign_function(name);
    return foreign ? foreign : fr_special_function(name);
}

/* np.sqrt(x), Math.sqrt(x) */
void fr_refuse_callee(fr_sema *s, const fr_expr *callee)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0114", callee->span, "only a named function can be called");
    const bool module = callee->kind == EX_FIELD && callee->left->kind == EX_NAME
                        && !fr_find_var(s, callee->left->name);
    if (module)
        fr_help(s->d, r, "functions have no module before them: write %s(...)", callee->name);
    else
        fr_help(s->d, r,
                "where this is a parameter, give a function for it: sin, x -> x^2, or one of the "
                "program");
}

static bool refuse_routine(fr_sema *s, const fr_expr *e, const char *name)
{
    const fr_function *f = s->program->functions;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    if (!f)
        return false;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0603", e->span, "'%s' is a routine: it has no value", name);
    fr_note(s->d, r, f->span, "defined here");
    if (f->param_count == e->count + 1)
        fr_help(s->d, r,
                "call it as a statement with an ancilla for its result and undo it after "
                "use, or define it as (:+=)(%s)",
                name);
    else
        fr_help(s->d, r, "call it as a statement; its results are in its parameters");
    return true;
}

static bool refuse_variable(fr_sema *s, const fr_expr *e, const char *name)
{
    const fr_var *v = fr_find_var(s, name);
    if (!v || !v->live || v->unknown)
        return false;
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0205", e->left->span,
                                  "'%s' is a variable of type %s here, not a function", name,
                                  fr_type_text(s, v->type));
    fr_note(s->d, r, v->declared, "declared here");
    fr_help(s->d, r,
            v->type.rank > 0 ? "an element is written with brackets: %s[i]"
                             : "where '%s' is a parameter, the call must give it the name of a "
                               "function",
            name);
    return true;
}

static void say_unknown(fr_sema *s, const fr_expr *e, const char *name)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0205", e->left->span, "unknown function '%s'", name);
    const char *near = fr_suggest_function(s, name);
    if (elsewhere(name))
        fr_help(s->d, r, "%s", elsewhere(name));
    else if (near)
        fr_did_you_mean(s->d, r, e->left->span, near);
    else
        fr_help(s->d, r,
                "define it at the top of the file: @fn %s(x) = expression, or @i function "
                "(:+=)(%s)(y!, x)",
                name, name);
}

static bool refuse_within(fr_sema *s, const fr_expr *e);

void fr_refuse_unknown_call(fr_sema *s, const fr_expr *e, const char *name)
{
    if (fr_refuse_view(s, e) || refuse_routine(s, e, name) || refuse_variable(s, e, name)
        || (fr_names_fold(name) && refuse_within(s, e)))
        return;
    say_unknown(s, e, name);
}

/* sum(exp(A)), sum(none(v)): what is wrong is the argument. */
static bool refuse_within(fr_sema *s, const fr_expr *e)
{
    const fr_expr *unknown = fr_unknown_call(s, e);
    if (unknown)
        fr_refuse_unknown_call(s, unknown, unknown->left->name);
    return unknown || fr_refuse_array_within(s, e);
}

/* Its argument was refused already. */
static bool was_refused(const fr_diags *d, fr_span span)
{
    return d->count > 0 && d->items[d->count - 1].severity == RGC_ERROR
           && fr_within(d->spans[d->count - 1], span);
}

void fr_refuse_later_call(fr_sema *s, const fr_expr *e, const char *name)
{
    if (was_refused(s->d, e->span))
        return;
    for (size_t i = 0; i < e->count; i++)
        if (fr_refuse_view(s, e->items[i]))
            return;
    if (refuse_within(s, e))
        return;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0199", e->span, "function '%s' is not in this version", name);
    const char *instead = elsewhere(name);
    if (instead)
        fr_help(s->d, r, "%s", instead);
}
