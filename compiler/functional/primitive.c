/* primitive.c: functions whose derivatives the program gives: primitive_grad(::typeof(f), x) = ....
 * docs/development/primitives.md says why the statements made here have these derivatives. */
#include <string.h>

#include "compiler/functional/lower.h"

/* ---- which function has which ---- */

static rgc_diagnostic *unsuitable(fr_diags *d, const fr_functional *g, const char *message)
{
    return fr_report(d, RGC_ERROR, "R1009", g->span, "%s", message);
}

static bool takes_reals(fr_diags *d, const fr_program *program, const fr_functional *f,
                        const fr_functional *g)
{
    for (size_t i = 0; i < f->param_count; i++) {
        const fn_type *t = fn_read_type(d, program, f->params[i].type);
        if (!t || t->kind == FN_REAL)
            continue;
        fr_note(d,
                unsuitable(d, g,
                           fr_format(d->arena, "'%s' is %s: a primitive is a function of reals",
                                     f->params[i].name, fn_type_words(d->arena, t))),
                f->params[i].span, "declared here");
        return false;
    }
    return true;
}

static bool suits(fr_diags *d, const fr_program *program, const fr_functional *f,
                  const fr_functional *g)
{
    if (f->param_count == g->param_count && f->param_count > 0)
        return takes_reals(d, program, f, g) && takes_reals(d, program, g, g);
    fr_note(d,
            unsuitable(d, g,
                       fr_format(d->arena,
                                 f->param_count == 0
                                     ? "'%s' has no parameter to be differentiated by"
                                     : "the derivatives of '%s' are those at %zu values, not %zu",
                                 f->name, f->param_count, g->param_count)),
            f->span, "defined here");
    return false;
}

static void no_formula(fr_diags *d, const fr_program *program, const fr_functional *g)
{
    const fr_function *routine = fr_find_function(program, g->derives);
    rgc_diagnostic *r = unsuitable(
        d, g, fr_format(d->arena, "there is no formula %s(...) = ... in this program", g->derives));
    if (routine)
        fr_note(d, r, routine->span, "this is a routine: the machine differentiates it");
    fr_help(d, r,
            "write the value as an @fn: my_%s(x) = ..., and primitive_grad(::typeof(my_%s), x)",
            g->derives, g->derives);
}

void fn_find_primitives(fr_diags *d, const fr_program *program)
{
    for (fr_functional *g = program->functionals; g; g = g->next) {
        const fr_functional *named = g->derives ? fn_find(program, g->derives) : NULL;
        if (g->derives && !named)
            no_formula(d, program, g);
        if (!named || !suits(d, program, named, g))
            continue;
        for (fr_functional *f = program->functionals; f; f = f->next)
            if (f == named && !f->gradient)
                f->gradient = g;
    }
}

/* ---- names ---- */

/* The derivative by parameter i, which itself is differentiated that often. */
static const char *slope_name(fr_arena *arena, const fr_functional *f, size_t i,
                              fn_order_kind order)
{
    return fr_format(arena, "primitive_%s_%zu_%s", order == FN_ONCE ? "slope" : "number", i + 1,
                     f->name);
}

/* ---- routines ---- */

/* The sequence as what is added by y += name(...). */
static void lower_as(fr_diags *d, const fr_program *program, const fr_functional *f, fn_seq *seq,
                     const char *name, fn_text *out)
{
    fr_functional named = *f;
    named.name = fr_format(d->arena, "(:+=)(%s)", name);
    fn_lower(d, program, &named, seq, out);
}

/* The formula for the derivative by parameter i. */
static fn_seq *slope(fr_diags *d, const fr_program *program, const fr_functional *f, size_t i,
                     fn_order_kind order)
{
    fn_seq *seq = fn_build(d, program, f->gradient, order, NULL);
    const fn_type *t = seq ? seq->result->type : NULL;
    if (!t)
        return NULL;
    const bool one = f->param_count == 1;
    bool good = one ? t->kind == FN_REAL : t->kind == FN_PRODUCT && t->count == f->param_count;
    for (size_t k = 0; good && !one && k < t->count; k++)
        good = t->parts[k]->kind == FN_REAL;
    if (good && !one) {
        fn_builder b = {.d = d, .program = program, .seq = seq, .ids = 1u << 20};
        seq->result = fn_project(&b, seq->result, (unsigned)i, f->gradient->span);
    }
    if (good)
        return seq;
    if (i == 0 && order == FN_ONCE)
        fr_help(d,
                unsuitable(d, f->gradient,
                           fr_format(d->arena, "this is %s, and '%s' has %zu derivative%s",
                                     fn_type_words(d->arena, t), f->name, f->param_count,
                                     one ? "" : "s")),
                one ? "give a real" : "give a product: (by the first, by the second, ...)");
    return NULL;
}

typedef struct {
    fn_lowering l;
    const fr_functional *f;
    fn_order_kind order;
    const char *value;               /* the bits of the formula's value */
    const char *slope[FN_ARGUMENTS]; /* the bits of the derivatives */
    const char *step[FN_ARGUMENTS];  /* zero, with the derivative 1 */
    const char *half[FN_ARGUMENTS];  /* zero, with the derivative 1/2 */
    const char *bend[FN_ARGUMENTS];  /* zero, with the derivatives of the derivatives */
} wrapping;

/* A new variable with what an expression adds to it. */
static const char *hold(wrapping *w, fr_span at, const char *stem, const char *op,
                        const char *value)
{
    const char *name = fn_fresh(&w->l, stem);
    fn_line(&w->l, at, "%s ← 0.0", name);
    fn_line(&w->l, at, "%s %s %s", name, op, value);
    return name;
}

static const char *bits_of(wrapping *w, fr_span at, const char *stem, const char *name)
{
    return hold(w, at, stem, "⊻=", fr_format(w->l.d->arena, "stop_gradient(%s)", name));
}

static void lower_parts(wrapping *w, const char *list)
{
    fr_arena *a = w->l.d->arena;
    const fr_span at = w->f->span, by = w->f->gradient->span;
    const fn_order_kind order = w->order == FN_TWICE ? FN_ONCE : FN_VALUE;
    const char *formula = hold(
        w, at, "formula", "+=", fr_format(a, "%s(%s)", fn_primitive_name(a, w->f, FN_VALUE), list));
    w->value = bits_of(w, at, "value", formula);
    for (size_t i = 0; i < w->f->param_count; i++) {
        const char *x = w->f->params[i].name, *was = bits_of(w, by, "was", x),
                   *slope = hold(w, by, "derivative",
                                 "+=", fr_format(a, "%s(%s)", slope_name(a, w->f, i, order), list));
        w->slope[i] = bits_of(w, by, "slope", slope);
        w->step[i] = hold(w, by, "step", "+=", fr_format(a, "%s - %s", x, was));
        if (w->order != FN_TWICE)
            continue;
        w->half[i] = hold(w, by, "half", "+=", fr_format(a, "0.5 * %s", w->step[i]));
        w->bend[i] = hold(w, by, "bend", "+=", fr_format(a, "%s - %s", slope, w->slope[i]));
    }
}

/* The routine that adds the value, with the derivatives of the program. */
static void lower_wrapper(fr_diags *d, const fr_program *program, const fr_functional *f,
                          fn_order_kind order, fn_text *out)
{
    wrapping w = {
        .l = {.d = d, .program = program, .function = f, .out = out}, .f = f, .order = order};
    const char *list = "", *types = "";
    for (size_t i = 0; i < f->param_count; i++) {
        list = fr_format(d->arena, "%s%s%s", list, i ? ", " : "", f->params[i].name);
        types = fr_format(d->arena, "%s, %s::Fixed", types, f->params[i].name);
    }
    fn_line(&w.l, f->span,
            order == FN_TWICE ? "@i function %s(out!::Fixed%s)"
                              : "@i function (:+=)(%s)(out!::Fixed%s)",
            fn_primitive_name(d->arena, f, order), types);
    w.l.indent++;
    fn_line(&w.l, f->span, "@routine begin");
    w.l.indent++;
    lower_parts(&w, list);
    w.l.indent--;
    fn_line(&w.l, f->span, "end");
    fn_line(&w.l, f->span, "out! += %s", w.value);
    for (size_t i = 0; i < f->param_count; i++) {
        fn_line(&w.l, f->gradient->span, "out! += %s * %s", w.slope[i], w.step[i]);
        if (order == FN_TWICE)
            fn_line(&w.l, f->gradient->span, "out! += %s * %s", w.bend[i], w.half[i]);
    }
    fn_line(&w.l, f->span, "~@routine");
    w.l.indent--;
    fn_line(&w.l, f->span, "end");
}

/* The routine, and its derivatives as it wants them. */
static void lower_order(fr_diags *d, const fr_program *program, const fr_functional *f,
                        fn_order_kind order, fn_text *out)
{
    const fn_order_kind less = order == FN_TWICE ? FN_ONCE : FN_VALUE;
    for (size_t i = 0; i < f->param_count; i++) {
        fn_seq *seq = slope(d, program, f, i, less);
        if (!seq)
            return;
        lower_as(d, program, f->gradient, seq, slope_name(d->arena, f, i, less), out);
    }
    lower_wrapper(d, program, f, order, out);
}

static bool mentions(const fn_text *text, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i + length <= text->size; i++)
        if (memcmp(text->text + i, name, length) == 0)
            return true;
    return false;
}

void fn_lower_called_once(fr_diags *d, const fr_program *program, fn_text *out)
{
    for (const fr_functional *f = program->functionals; f; f = f->next)
        if (f->gradient && mentions(out, fn_primitive_name(d->arena, f, FN_ONCE)))
            lower_order(d, program, f, FN_ONCE, out);
}

void fn_lower_primitive(fr_diags *d, const fr_program *program, const fr_functional *f, fn_seq *seq,
                        fn_text *out)
{
    if (seq->result->type->kind != FN_REAL) {
        fr_note(d,
                unsuitable(d, f->gradient,
                           fr_format(d->arena, "the value of '%s' is %s, not a real", f->name,
                                     fn_type_words(d->arena, seq->result->type))),
                f->span, "defined here");
        return;
    }
    lower_as(d, program, f, seq, fn_primitive_name(d->arena, f, FN_VALUE), out);
    lower_order(d, program, f, FN_TWICE, out);
}
