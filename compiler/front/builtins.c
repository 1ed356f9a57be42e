/* builtins.c: the functions an expression may call. */
#include <math.h>
#include <string.h>

#include "compiler/front/array_errors.h"
#include "compiler/front/builtins.h"
#include "compiler/front/compound.h"
#include "compiler/front/fold.h"
#include "compiler/front/expand.h"
#include "compiler/front/remainder.h"
#include "compiler/front/semiring.h"
#include "compiler/front/unknown_functions.h"

/* ---- shorthands; each fails when an operand failed ---- */

static fr_value real(fr_sema *s, fr_value v)
{
    return fr_typed(v.span, fr_convert(s, v, RG_TYPE_FIXED));
}

static fr_value num(fr_span span, long double v) { return fr_const_real(span, v); }

static fr_value add(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_ADD, a, b);
}
static fr_value sub(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_SUB, a, b);
}
static fr_value mul(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_MUL, a, b);
}
static fr_value quotient(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_DIV, a, b);
}

static fr_value fixed1(fr_sema *s, unsigned op, fr_value a)
{
    return fr_op1(s, a.span, op, fr_convert(s, a, RG_TYPE_FIXED));
}

static fr_value fixed2(fr_sema *s, unsigned op, fr_value a, fr_value b)
{
    return fr_op2(s, a.span, op, fr_convert(s, a, RG_TYPE_FIXED), fr_convert(s, b, RG_TYPE_FIXED));
}

/* The type that zero(..) or one(..) speaks of: a type, or that of a value. */
static bool type_of_argument(fr_sema *s, const fr_expr *e, fr_type *out)
{
    const fr_var *v = e->kind == EX_NAME ? fr_find_var(s, e->name) : NULL;
    if (!(v && v->live) && (e->kind == EX_NAME || e->kind == EX_CURLY) && fr_is_type(s, e))
        return fr_resolve_type(s, e, out);
    if (v && v->live && v->type.rank != 0) {
        fr_report(s->d, RGC_ERROR, "R0199", e->span,
                  "arrays made inside a function are not in this version");
        return false;
    }
    fr_value x = fr_lower_expr(s, e);
    *out = (fr_type){fr_kept_base(s, x), 0};
    return x.ok;
}

static fr_value zero_or_one(fr_sema *s, const fr_expr *e, int64_t n)
{
    fr_type unknown;
    if (e->items[0]->kind == EX_NAME && fr_is_nothing(s, e->items[0]->name)
        && !fr_was_missed(s, e->items[0]->name)) {
        fr_miss(s, e->items[0]->name);
        (void)fr_resolve_type(s, e->items[0], &unknown);
        return fr_fail(e->span);
    }
    fr_type t;
    if (!type_of_argument(s, e->items[0], &t))
        return fr_fail(e->span);
    return fr_compound_constant(s, e->span, t.base, n);
}

static fr_value to_log(fr_sema *s, fr_value v)
{
    if (v.base == RG_TYPE_LOG)
        return v;
    if (v.constant) {
        v.real = fr_real_of(v);
        v.base = RG_TYPE_LOG;
        if (v.real == 0)
            fr_convert(s, v, RG_TYPE_LOG);
        return v.real == 0 ? fr_fail(v.span) : v;
    }
    return fr_op1(s, v.span, RG_OP_LMULF, fr_convert(s, v, RG_TYPE_FIXED));
}

static fr_value to_fixed(fr_sema *s, fr_value v)
{
    if (v.base == RG_TYPE_LOG)
        return v.constant ? num(v.span, v.real) : fr_op1(s, v.span, RG_OP_LTOF, v.ir);
    return v.constant ? num(v.span, fr_real_of(v)) : real(s, v);
}

static fr_value convert_to(fr_sema *s, fr_span span, fr_value v, rg_type_base base)
{
    fr_value out;
    v.span = span;
    if (!v.ok)
        return v;
    if (fr_is_compound(base) || fr_is_compound(v.base))
        return fr_compound_as(s, v, base, &out) ? out : fr_fail(span);
    if (base == RG_TYPE_NARROW)
        return fr_to_fixed(s, span, v);
    if (base == RG_TYPE_LOG)
        return to_log(s, v);
    if (base == RG_TYPE_FIXED)
        return to_fixed(s, v);
    return v.constant && v.base == base ? v : fr_typed(span, fr_convert(s, v, base));
}

/* What a parameter ::Int of a function takes: formulas.c writes convert(Int, n) for it. */
static fr_value whole_argument(fr_sema *s, const fr_expr *e, fr_value v)
{
    if (!v.ok || fr_is_whole(v)
        || (v.constant && v.base == RG_TYPE_FIXED && v.real == rintl(v.real)))
        return convert_to(s, e->span, v, RG_TYPE_INT);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0202", e->items[1]->span,
                                  "this is %s, but the parameter takes an Int",
                                  fr_type_text(s, (fr_type){v.base, 0}));
    fr_note(s->d, r, e->span, "declared here");
    if (v.base == RG_TYPE_FIXED)
        fr_help(s->d, r,
                "give floor(Int, x), round(Int, x) or trunc(Int, x), or leave out '::Int' there");
    return fr_fail(e->span);
}

/* Int(floor(x)) is floor(Int, x); NULL: e is no such value. */
static const fr_expr *rounded_to(fr_sema *s, fr_expr *type, rg_type_base base, const fr_expr *e)
{
    static const char *const names[] = {"floor", "ceil", "round", "trunc"};
    bool rounds = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        rounds = rounds || fr_calls_name(e, names[i]);
    if (!rounds || e->count != 1 || e->keyword_count > 0 || base != RG_TYPE_INT)
        return NULL;
    fr_expr *items[] = {type, e->items[0]}, *call = fr_copy_call(s->d->arena, e);
    call->items = fr_alloc(s->d->arena, sizeof items);
    memcpy(call->items, items, sizeof items);
    call->count = 2;
    return call;
}

/* The value of e as one of the type, which is written so. */
static fr_value converted(fr_sema *s, fr_span span, fr_expr *type, rg_type_base base,
                          const fr_expr *e)
{
    const fr_expr *whole = rounded_to(s, type, base, e);
    return whole ? fr_lower_expr(s, whole) : convert_to(s, span, fr_lower_expr(s, e), base);
}

static fr_value lower_convert(fr_sema *s, const fr_expr *e)
{
    if (e->count == 1) {
        fr_value v = fr_lower_expr(s, e->items[0]);
        return v.ok ? convert_to(s, e->span, v, v.base == RG_TYPE_LOG ? RG_TYPE_FIXED : RG_TYPE_LOG)
                    : v;
    }
    fr_type t;
    if (!fr_resolve_type(s, e->items[0], &t))
        return fr_fail(e->span);
    return e->respelled ? whole_argument(s, e, fr_lower_expr(s, e->items[1]))
                        : converted(s, e->span, e->items[0], t.base, e->items[1]);
}

static void wrong_dimension(fr_sema *s, const fr_expr *e, unsigned rank)
{
    fr_report(s->d, RGC_ERROR, "R0204", e->items[1]->span,
              rank <= 2 ? "the dimension must be 1 or 2" : "the dimension must be one of 1 to %u",
              rank);
}

static fr_value view_extent(fr_sema *s, const fr_expr *e, const fr_view *view, bool length)
{
    if (length)
        return fr_lower_expr(s, fr_view_length(s, view));
    fr_value dim = fr_lower_expr(s, e->items[1]);
    if (!dim.ok || !dim.constant || dim.base != RG_TYPE_INT || dim.integer < 1) {
        if (dim.ok)
            wrong_dimension(s, e, view->rank);
        return fr_fail(e->span);
    }
    return dim.integer > (int64_t)view->rank
               ? fr_const_int(e->span, 1)
               : fr_lower_expr(s, fr_view_extent(s, view, (unsigned)dim.integer));
}

static fr_value extent(fr_sema *s, const fr_expr *e, bool length)
{
    const fr_expr *a = e->items[0];
    fr_type type;
    fr_ref ref;
    fr_view view;
    if (!fr_place_node(s, a) && fr_view_of(s, a, &view))
        return view_extent(s, e, &view, length);
    fr_each each;
    if (length && fr_is_dotted_value(a) && fr_has_view(s, a))
        return fr_each_element(s, a, &each) ? fr_lower_expr(s, fr_view_length(s, &each.shape))
                                            : fr_fail(e->span);
    if (a->kind != EX_NAME && !fr_place_type(s, a, &type)) {
        fr_report(s->d, RGC_ERROR, "R0204", a->span, "expected the name of an array or a tuple");
        return fr_fail(e->span);
    }
    if (!fr_resolve(s, a, &ref))
        return fr_fail(e->span);
    const fr_var *v = ref.node;
    const ir_var *leaf = fr_first_leaf(v);
    type = fr_ref_type(&ref);
    if (length && type.rank == 0 && fr_is_tuple(s, type.base))
        return fr_const_int(e->span, (int64_t)fr_compound_of(s, type.base)->count);
    if (type.rank == 0) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0204", a->span, "'%s' is a scalar, not an array", v->name);
        fr_note(s->d, r, v->declared, "declared here");
        return fr_fail(e->span);
    }
    ir_loc loc = fr_loc(s, e->span);
    if (length) {
        ir_expr *rows = ir_expr_dim(s->module, loc, leaf, 1);
        if (v->type.rank == 1)
            return fr_typed(e->span, rows); /* the columns are those of all other dimensions */
        return fr_op2(s, e->span, RG_OP_MUL, rows, ir_expr_dim(s->module, loc, leaf, 2));
    }
    fr_value dim = fr_lower_expr(s, e->items[1]);
    if (!dim.ok)
        return dim;
    if (!dim.constant || dim.base != RG_TYPE_INT || dim.integer < 1) {
        wrong_dimension(s, e, v->type.rank);
        return fr_fail(e->span);
    }
    if (dim.integer > (int64_t)v->type.rank)
        return fr_const_int(e->span, 1);
    return fr_typed(e->span, fr_extent(s, loc, v, (unsigned)dim.integer));
}

static fr_value rounding(fr_sema *s, const fr_expr *e, unsigned op)
{
    fr_type t = {RG_TYPE_FIXED, 0};
    if (e->count == 2 && !fr_resolve_type(s, e->items[0], &t))
        return fr_fail(e->span);
    fr_value v = fr_lower_expr(s, e->items[e->count - 1]);
    if (!v.ok || fr_is_whole(v))
        return v;
    if (v.constant) {
        fr_value whole = fr_const_real(e->span, op == RG_OP_FLOOR   ? floorl(v.real)
                                                : op == RG_OP_CEIL  ? ceill(v.real)
                                                : op == RG_OP_ROUND ? rintl(v.real)
                                                                    : truncl(v.real));
        int64_t raw;
        if (t.base != RG_TYPE_INT)
            return whole;
        return fr_constant_raw(s, whole, RG_TYPE_INT, &raw) ? fr_const_int(e->span, raw)
                                                            : fr_fail(e->span);
    }
    if (t.base != RG_TYPE_INT)
        return fr_rounded_number(s, e->span, op, v);
    fr_value r = fixed1(s, op, v);
    r.span = e->span;
    return r;
}

static fr_value log_maximum(fr_sema *s, const fr_expr *e, fr_value a, fr_value b, bool most)
{
    if (most)
        return fr_op2(s, e->span, RG_OP_LMAX, fr_log_operand(s, a), fr_log_operand(s, b));
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0203", e->span, "min is not defined on Log");
    fr_help(s->d, r, "the inverse of max(inv(a), inv(b)), for positive a and b");
    return fr_fail(e->span);
}

static fr_value extremum(fr_sema *s, const fr_expr *e, fr_value a, fr_value b, bool most)
{
    if (!a.ok || !b.ok)
        return fr_fail(e->span);
    if (fr_is_semiring(s, a.base) && a.base == b.base)
        return fr_compound_select(
            s, e->span, fr_convert(s, fr_compound_binary(s, e->span, TOK_LT, a, b), RG_TYPE_BOOL),
            most ? b : a, most ? a : b);
    if (fr_is_compound(a.base) || fr_is_compound(b.base))
        return fr_compound_binary(s, e->span, TOK_AND, a, b); /* which refuses them */
    if (a.constant && b.constant) {
        fr_value r = (most ? fr_real_of(a) > fr_real_of(b) : fr_real_of(a) < fr_real_of(b)) ? a : b;
        if (!fr_is_whole(a)
            || !fr_is_whole(b)) { /* the type does not depend on which of them it is */
            r.real = fr_real_of(r);
            r.base = a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG ? RG_TYPE_LOG : RG_TYPE_FIXED;
        }
        return r;
    }
    if (a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG)
        return log_maximum(s, e, a, b, most);
    if (fr_is_whole(a) && fr_is_whole(b))
        return fr_op2(s, e->span, most ? RG_OP_MAX : RG_OP_MIN, fr_convert(s, a, RG_TYPE_INT),
                      fr_convert(s, b, RG_TYPE_INT));
    return fixed2(s, most ? RG_OP_FMAX : RG_OP_FMIN, a, b);
}

static fr_value sign(fr_sema *s, fr_value v)
{
    if (v.constant)
        return fr_const_int(v.span, fr_real_of(v) > 0 ? 1 : fr_real_of(v) < 0 ? -1 : 0);
    if (fr_is_whole(v))
        return fr_op1(s, v.span, RG_OP_SIGN, v.ir);
    fr_value zero = num(v.span, 0);
    return sub(s, fr_binary(s, v.span, TOK_GT, v, zero), fr_binary(s, v.span, TOK_LT, v, zero));
}

/* log10(2) = 77/256 + k 2^-10: the first product has an exact factor, what k's rounding costs is
 * divided by 2^10. */
static fr_value log10_of(fr_sema *s, fr_value log2_x)
{
    long double first = 77 / 256.0L, k = ldexpl(log10l(2) - first, 10);
    fr_value rest = mul(s, mul(s, log2_x, num(log2_x.span, k)), num(log2_x.span, 0x1p-10L));
    return add(s, mul(s, log2_x, num(log2_x.span, first)), rest);
}

/* Derived functions, in the ISA's own. */
static fr_value derived(fr_sema *s, const fr_builtin *b, fr_value x)
{
    fr_value one = num(x.span, 1);
    switch (b->kind) {
    case BI_LOG10: return log10_of(s, fixed1(s, RG_OP_FLOG2, x));
    case BI_EXP10: return fixed2(s, RG_OP_FPOW, num(x.span, 10), x);
    case BI_ABS2: return fr_is_whole(x) ? mul(s, x, x) : mul(s, real(s, x), real(s, x));
    case BI_INV: return quotient(s, one, x);
    default: return fr_fail(x.span);
    }
}

/* The function at constants; not ok where it must be computed when the program runs. */
static fr_value folded(fr_sema *s, const fr_builtin *b, fr_span span, size_t count,
                       const fr_value *v)
{
    long double x[2], real;
    int64_t n[2], whole;
    bool constant = count <= 2, integers = true;
    for (size_t i = 0; constant && i < count; i++) {
        constant = v[i].constant && v[i].base != RG_TYPE_LOG;
        integers = integers && fr_is_whole(v[i]);
        x[i] = constant ? fr_real_of(v[i]) : 0;
        n[i] = v[i].integer;
    }
    if (constant && count == 2 && x[1] == 0 && (b->kind == BI_INTEGER || b->kind == BI_MOD1)) {
        fr_report(s->d, RGC_ERROR, "R0502", span, "division by zero");
        return (fr_value){.span = span};
    }
    if (constant && integers && fr_fold_integers(b->name, count, n, s->module->xlen, &whole))
        return fr_const_int(span, whole);
    const bool whole_only = b->kind == BI_INTEGER || b->kind == BI_MOD1 || b->kind == BI_ABS2;
    return constant && !(integers && whole_only) && fr_fold_reals(b->name, count, x, &real)
               ? fr_const_real(span, real)
               : (fr_value){.span = span};
}

/* On a machine without FLOAT the top FRAC bits of a word as the fraction of a number in [0, 1): a
 * shift whose result is read as Fixed. */
static fr_value uniform_fixed(fr_sema *s, fr_span span, ir_expr *word)
{
    fr_value by = fr_const_int(span, (int64_t)(s->module->xlen - s->module->frac));
    fr_value v = fr_op2(s, span, RG_OP_SHR, word, fr_convert(s, by, RG_TYPE_INT));
    if (v.ok && v.ir)
        v.ir->type = v.base = RG_TYPE_FIXED;
    return v;
}

/* As many top bits as a Float has digits, so that all of them are exact. */
static fr_value uniform(fr_sema *s, fr_span span, ir_expr *word)
{
    enum { DIGITS = 53 };
    if (!s->module->wide)
        return uniform_fixed(s, span, word);
    const fr_value by = fr_const_int(span, (int64_t)s->module->xlen - DIGITS),
                   top = fr_op2(s, span, RG_OP_SHR, word, fr_convert(s, by, RG_TYPE_INT));
    return fr_binary(s, span, TOK_MUL, fr_op1(s, span, RG_OP_ITOF, fr_convert(s, top, RG_TYPE_INT)),
                     fr_const_real(span, 0x1p-53L));
}

static fr_value compound_function(fr_sema *s, const fr_builtin *b, const fr_expr *e, fr_value x)
{
    bool found = false;
    fr_value r = fr_is_complex(s, x.base) ? fr_complex_function(s, b->name, e->span, x, &found)
                                          : fr_fail(e->span);
    if (found)
        return r;
    if (b->kind == BI_IDENTITY && strcmp(b->name, "real") != 0 && strcmp(b->name, "conj") != 0)
        return x;
    if (b->kind == BI_COMPLEX && fr_is_complex(s, x.base))
        return x;
    if (b->kind == BI_FLOAT && fr_is_complex(s, x.base))
        return convert_to(s, e->span, x, fr_complex_type(s, RG_TYPE_FIXED));
    if (b->kind == BI_INV && fr_is_semiring(s, x.base))
        return fr_semiring_binary(s, e->span, TOK_DIV, fr_semiring_constant(s, e->span, x.base, 1),
                                  x);
    fr_report(s->d, RGC_ERROR, "R0203", e->span, "%s is not defined on %s", b->name,
              fr_type_text(s, (fr_type){x.base, 0}));
    return fr_fail(e->span);
}

static fr_value lower_one(fr_sema *s, const fr_builtin *b, const fr_expr *e, fr_value x)
{
    x.span = e->span;
    if (fr_is_compound(x.base))
        return compound_function(s, b, e, x);
    if (b->kind == BI_SINCOS) {
        fr_value parts[2] = {fixed1(s, RG_OP_FSIN, x), fixed1(s, RG_OP_FCOS, x)};
        return fr_make_tuple(s, e->span, 2, parts);
    }
    if (b->kind == BI_IMAG && x.base != RG_TYPE_LOG)
        return fr_const_int(e->span, 0);
    if (b->kind == BI_ANGLE)
        return x.constant ? num(e->span, atan2l(0, fr_real_of(x)))
                          : fixed2(s, RG_OP_FATAN2, num(e->span, 0), x);
    if (b->kind == BI_COMPLEX)
        return x.base == RG_TYPE_LOG ? (fr_convert(s, x, RG_TYPE_FIXED), fr_fail(e->span))
                                     : fr_make_complex(s, e->span, x, fr_const_int(e->span, 0));
    if (b->kind == BI_IDENTITY)
        return x;
    if (b->kind == BI_FLOAT)
        return convert_to(s, e->span, x, RG_TYPE_FIXED);
    if (x.base == RG_TYPE_LOG && b->kind != BI_INV) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0203", e->span, "%s is not defined on Log", b->name);
        fr_help(s->d, r, "write %s(convert(x))", b->name);
        return fr_fail(e->span);
    }
    const fr_value known = folded(s, b, e->span, 1, &x);
    if (known.ok)
        return known;
    switch (b->kind) {
    case BI_ABS:
        if (x.constant)
            return fr_is_whole(x) ? fr_const_int(
                       e->span, x.integer < 0 ? (int64_t)(0 - (uint64_t)x.integer) : x.integer)
                                  : fr_const_real(e->span, fabsl(x.real));
        return fr_is_whole(x) ? fr_op1(s, e->span, RG_OP_ABS, x.ir) : fixed1(s, RG_OP_FABS, x);
    case BI_SIGN: return sign(s, x);
    case BI_FIXED1: return fixed1(s, b->op, x);
    case BI_ATAN: return fixed2(s, RG_OP_FATAN2, x, num(e->span, 1));
    case BI_POPCOUNT: return fr_op1(s, e->span, RG_OP_POPC, fr_convert(s, x, RG_TYPE_INT));
    case BI_UNIFORM: return uniform(s, e->span, fr_convert(s, x, RG_TYPE_INT));
    case BI_PARITY: {
        const fr_value one = fr_const_int(e->span, 1);
        fr_value odd = x.constant && fr_is_whole(x)
                           ? fr_binary(s, e->span, TOK_AND, x, one)
                           : fr_op2(s, e->span, RG_OP_AND, fr_convert(s, x, RG_TYPE_INT),
                                    fr_convert(s, one, RG_TYPE_INT));
        return fr_binary(s, e->span, TOK_EQ, odd, fr_const_int(e->span, b->op));
    }
    default: return derived(s, b, x);
    }
}

static fr_value tuple_get(fr_sema *s, const fr_expr *e, fr_value t, fr_value i)
{
    const fr_compound *c = fr_compound_of(s, t.base);
    if (c && c->kind == FR_TUPLE && i.constant && i.base == RG_TYPE_INT && i.integer >= 1
        && i.integer <= (int64_t)c->count)
        return t.parts[i.integer - 1];
    fr_report(s->d, RGC_ERROR, "R0207", e->span,
              "tget takes a tuple and the constant number of one of its elements");
    return fr_fail(e->span);
}

/* fld and mod of numbers that are no integers. */
static fr_value rounded_down(fr_sema *s, fr_span span, unsigned op, const fr_value v[2])
{
    for (size_t i = 0; i < 2; i++)
        if (v[i].base == RG_TYPE_LOG || fr_is_compound(v[i].base))
            return fr_binary(s, span, TOK_REM, v[0], v[1]); /* says why not */
    return fr_real_division(s, span, v[0], v[1], true, op == RG_OP_MOD);
}

/* b - mod(-a, b), from above 0 to b. */
static fr_value mod1(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    const fr_value both[2] = {sub(s, fr_const_int(span, 0), a), b};
    return sub(s, b, rounded_down(s, span, RG_OP_MOD, both));
}

/* The quotient rounded up: -fld(-a, b). */
static fr_value cld(fr_sema *s, const fr_expr *e, fr_value a, fr_value b)
{
    if (!fr_is_whole(a) || !fr_is_whole(b)) {
        const fr_value both[2] = {sub(s, fr_const_int(e->span, 0), a), b};
        return sub(s, fr_const_int(e->span, 0), rounded_down(s, e->span, RG_OP_FLD, both));
    }
    if (a.constant && b.constant && b.integer != 0 && b.integer != -1)
        return fr_const_int(
            e->span, a.integer / b.integer
                         + (a.integer % b.integer != 0 && (a.integer < 0) == (b.integer < 0)));
    const fr_value zero = fr_const_int(e->span, 0);
    return sub(s, zero,
               fr_op2(s, e->span, RG_OP_FLD, fr_convert(s, sub(s, zero, a), RG_TYPE_INT),
                      fr_convert(s, b, RG_TYPE_INT)));
}

static fr_value lower_several(fr_sema *s, const fr_builtin *b, const fr_expr *e)
{
    fr_value v[16];
    for (size_t i = 0; i < e->count; i++) {
        v[i] = fr_lower_expr(s, e->items[i]);
        if (!v[i].ok)
            return fr_fail(e->span);
    }
    const size_t errors = s->d->errors;
    const fr_value known = folded(s, b, e->span, e->count, v);
    if (known.ok || s->d->errors > errors)
        return known;
    fr_value r = v[0];
    switch (b->kind) {
    case BI_MINMAX:
        for (size_t i = 1; i < e->count; i++)
            r = extremum(s, e, r, v[i], b->op);
        return r;
    case BI_TGET: return tuple_get(s, e, v[0], v[1]);
    case BI_COMPLEX:
        return fr_is_compound(v[0].base) || fr_is_compound(v[1].base)
                   ? fr_binary(s, e->span, TOK_LT, v[0], v[1]) /* says why not */
                   : fr_make_complex(s, e->span, v[0], v[1]);
    case BI_CLAMP: return extremum(s, e, extremum(s, e, v[0], v[1], true), v[2], false);
    case BI_ATAN: return fixed2(s, RG_OP_FATAN2, v[0], v[1]);
    case BI_HYPOT: return fixed2(s, RG_OP_FHYPOT, v[0], v[1]);
    case BI_XOR: return fr_binary(s, e->span, TOK_XOR, v[0], v[1]);
    case BI_CLD: return cld(s, e, v[0], v[1]);
    case BI_MULADD: return add(s, mul(s, v[0], v[1]), v[2]);
    case BI_MOD1:
        if (!fr_is_whole(v[0]) || !fr_is_whole(v[1]))
            return mod1(s, e->span, v[0], v[1]);
        return add(s,
                   fr_op2(s, e->span, b->op,
                          fr_convert(s, sub(s, v[0], fr_const_int(e->span, 1)), RG_TYPE_INT),
                          fr_convert(s, v[1], RG_TYPE_INT)),
                   fr_const_int(e->span, 1));
    case BI_INTEGER:
        if (b->op == RG_OP_DIV || b->op == RG_OP_REM)
            return fr_binary(s, e->span, b->op == RG_OP_DIV ? TOK_IDIV : TOK_REM, v[0], v[1]);
        if (!fr_is_whole(v[0]) || !fr_is_whole(v[1]))
            return rounded_down(s, e->span, b->op, v);
        return fr_op2(s, e->span, b->op, fr_convert(s, v[0], RG_TYPE_INT),
                      fr_convert(s, v[1], RG_TYPE_INT));
    default: return fr_fail(e->span);
    }
}

/* Fixed(x), Vector{Int}(x), Point(1, 2): the callee is a type. */
static fr_value call_of_type(fr_sema *s, const fr_expr *e)
{
    fr_type t;
    const fr_expr *head = e->left->kind == EX_CURLY ? e->left->left : e->left;
    const bool open = head->kind == EX_NAME && fr_find_struct(s, head->name);
    if (!open && !fr_resolve_type(s, e->left, &t))
        return fr_fail(e->span);
    if (open || fr_is_compound(t.base))
        return fr_construct(s, e, open ? RG_TYPE_INT : t.base);
    if (e->count == 1 && e->keyword_count == 0 && t.rank == 0)
        return converted(s, e->span, e->left, t.base, e->items[0]);
    fr_report(s->d, RGC_ERROR, "R0604", e->span, "a conversion to %s takes one value",
              fr_type_text(s, t));
    return fr_fail(e->span);
}

static bool calls_type(fr_sema *s, const fr_expr *callee)
{
    return callee->kind == EX_CURLY
           || (callee->kind == EX_NAME && !fr_find_builtin(callee->name) && fr_is_type(s, callee));
}

static fr_value refuse_lambda(fr_sema *s, const fr_expr *e)
{
    const fr_expr *names = e->left->left;
    fr_note(s->d,
            fr_report(s->d, RGC_ERROR, "R0604", e->span,
                      "this function takes %zu argument%s, not %zu",
                      names->kind == EX_TUPLE ? names->count : 1,
                      names->kind == EX_TUPLE ? "s" : "", e->count),
            names->span, "written here");
    return fr_fail(e->span);
}

static fr_value refuse_update(fr_sema *s, const fr_builtin *b, const fr_expr *e)
{
    if (b->most)
        fr_report(s->d, RGC_ERROR, "R0204", e->span,
                  "'%s' takes two vectors, or dotted expressions of vectors", b->name);
    else
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0603", e->span, "'%s' has a value only in an update",
                          b->name),
                "write y += accumulator(), and use y");
    return fr_fail(e->span);
}

static bool takes(const fr_builtin *b, const fr_expr *e)
{
    return e->count >= b->least && e->count <= b->most && e->keyword_count == 0;
}

static fr_value refuse_count(fr_sema *s, const fr_builtin *b, const fr_expr *e)
{
    if (e->keyword_count > 0) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                      "'%s' takes no keyword '%s'", b->name, e->keywords[0].name);
        fr_help(s->d, r, "leave out '%s': the functions of the machine take no keywords",
                e->keywords[0].name);
        return fr_fail(e->span);
    }
    const char *up_to = b->most == b->least      ? ""
                        : b->most > b->least + 1 ? " or more"
                                                 : fr_format(s->arena, " or %u", (unsigned)b->most);
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0604", e->span,
                                  "'%s' takes %u%s argument%s, not %zu", b->name, b->least, up_to,
                                  b->most == 1 ? "" : "s", e->count);
    if (b->kind == BI_SIZE && e->count == 1)
        fr_help(s->d, r, "write size(A, 1) for rows, and size(A, 2) for columns");
    return fr_fail(e->span);
}

/* A call of a function of the machine with as many arguments as it takes. */
static fr_value lower_builtin(fr_sema *s, const fr_builtin *b, const fr_expr *e)
{
    switch (b->kind) {
    case BI_ZERO: return zero_or_one(s, e, 0);
    case BI_ONE: return zero_or_one(s, e, 1);
    case BI_CONVERT: return lower_convert(s, e);
    case BI_LENGTH: return extent(s, e, true);
    case BI_SIZE: return extent(s, e, false);
    case BI_ROUNDING: return rounding(s, e, b->op);
    case BI_IFELSE: {
        fr_expr t = {.kind = EX_TERNARY,
                     .span = e->span,
                     .left = e->items[0],
                     .right = e->items[1],
                     .third = e->items[2]};
        return fr_lower_expr(s, &t);
    }
    default: break;
    }
    if (fr_refuse_array_argument(s, e))
        return fr_fail(e->span);
    if (e->count > 1)
        return lower_several(s, b, e);
    fr_value v = fr_lower_expr(s, e->items[0]);
    return v.ok ? lower_one(s, b, e, v) : fr_fail(e->span);
}

/* A name that is no function of the machine. */
static fr_value call_of_other(fr_sema *s, const fr_expr *e)
{
    long double constant;
    if (s->const_depth > 0 && fr_constant_call(s, e, &constant))
        return fr_const_real(e->span, constant);
    fr_refuse_unknown_call(s, e, e->left->name);
    return fr_fail(e->span);
}

fr_value fr_lower_call_expr(fr_sema *s, const fr_expr *e)
{
    if (calls_type(s, e->left))
        return call_of_type(s, e);
    if (e->left->kind == EX_LAMBDA)
        return refuse_lambda(s, e);
    if (e->left->kind != EX_NAME) {
        fr_refuse_callee(s, e->left);
        return fr_fail(e->span);
    }
    const fr_builtin *b = fr_find_builtin(e->left->name);
    if (!b)
        return call_of_other(s, e);
    if (b->kind == BI_UPDATE)
        return refuse_update(s, b, e);
    if (b->kind == BI_LATER) {
        fr_refuse_later_call(s, e, b->name);
        return fr_fail(e->span);
    }
    return takes(b, e) ? lower_builtin(s, b, e) : refuse_count(s, b, e);
}
