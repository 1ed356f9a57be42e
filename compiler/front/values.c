/* values.c: values of compound types: making, converting, comparing and choosing them part by part.
 */
#include "compiler/front/compound.h"
#include "compiler/front/semiring.h"

#include <string.h>

fr_value fr_make_compound(fr_sema *s, fr_span span, rg_type_base base, const fr_value *parts)
{
    const fr_compound *c = fr_compound_of(s, base);
    fr_value v = {.ok = true, .base = base, .span = span};
    v.parts = fr_alloc(s->arena, (c->count + 1) * sizeof *v.parts);
    for (size_t i = 0; i < c->count; i++) {
        v.parts[i] = parts[i];
        v.ok = v.ok && parts[i].ok;
    }
    return v;
}

fr_value fr_make_complex(fr_sema *s, fr_span span, fr_value re, fr_value im)
{
    if (!re.ok || !im.ok)
        return fr_fail(span);
    bool whole = re.base == RG_TYPE_INT && im.base == RG_TYPE_INT;
    fr_value parts[2] = {re, im};
    return fr_make_compound(s, span, fr_complex_type(s, whole ? RG_TYPE_INT : RG_TYPE_FIXED),
                            parts);
}

fr_value fr_make_tuple(fr_sema *s, fr_span span, size_t count, const fr_value *parts)
{
    fr_type types[FR_MOST_PARTS];
    size_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].ok)
            return fr_fail(span);
        leaves += fr_leaf_count(s, parts[i].base);
        if (i < FR_MOST_PARTS)
            types[i] = (fr_type){parts[i].base, 0};
    }
    if (count == 0 || leaves > FR_MOST_PARTS) {
        fr_report(s->d, RGC_ERROR, "R0208", span,
                  count == 0 ? "an empty tuple has no value" : "a tuple has at most %d numbers",
                  FR_MOST_PARTS);
        return fr_fail(span);
    }
    return fr_make_compound(s, span, fr_tuple_type(s, count, types), parts);
}

fr_value fr_compound_constant(fr_sema *s, fr_span span, rg_type_base base, int64_t n)
{
    const fr_compound *c = fr_compound_of(s, base);
    if (!c) {
        if (base == RG_TYPE_LOG && n == 0) {
            rgc_diagnostic *r =
                fr_report(s->d, RGC_ERROR, "R0503", span, "zero is not a value of Log");
            fr_help(s->d, r, "the neutral value is one(...)");
            return fr_fail(span);
        }
        fr_value v = fr_const_int(span, n);
        if (base == RG_TYPE_NARROW)
            return fr_to_fixed(s, span, v);
        v.base = base;
        v.real = (long double)n;
        return v;
    }
    if (fr_is_semiring(s, base))
        return fr_semiring_constant(s, span, base, n);
    fr_value parts[FR_MOST_PARTS];
    for (size_t i = 0; i < c->count; i++) {
        if (c->types[i].rank > 0) {
            rgc_diagnostic *r =
                fr_report(s->d, RGC_ERROR, "R0208", span,
                          "%s has no zero: its part '%s' is an array, whose extent is not known",
                          c->text, c->names[i]);
            fr_help(s->d, r, "a struct that holds arrays comes from the caller, as a parameter");
            return fr_fail(span);
        }
        bool imaginary = c->kind == FR_COMPLEX && i == 1;
        parts[i] = fr_compound_constant(s, span, c->types[i].base, imaginary ? 0 : n);
    }
    return fr_make_compound(s, span, base, parts);
}

static bool refuse(fr_sema *s, fr_value v, rg_type_base base)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0202", v.span, "this is %s, but %s is needed here",
                  fr_type_text(s, (fr_type){v.base, 0}), fr_type_text(s, (fr_type){base, 0}));
    if (fr_is_complex(s, v.base) && !fr_is_compound(base))
        fr_help(s->d, r, "take a part of it: real(z), imag(z), abs(z) or angle(z)");
    if (fr_is_semiring(s, base) && !fr_is_compound(v.base))
        fr_help(s->d, r, "make the number one of them: %s(x)",
                fr_compound_of(s, base)->definition->name);
    return false;
}

/* A number for a scalar part; whether that is allowed is fr_convert's to say. */
static bool scalar_as(fr_sema *s, fr_value v, rg_type_base base, fr_value *out)
{
    if (v.constant) {
        *out = v;
        return fr_convert(s, v, base) != NULL;
    }
    ir_expr *e = fr_convert(s, v, base);
    *out = fr_typed(v.span, e);
    return e != NULL;
}

bool fr_compound_as(fr_sema *s, fr_value v, rg_type_base base, fr_value *out)
{
    const fr_compound *to = fr_compound_of(s, base), *from = fr_compound_of(s, v.base);
    if (!v.ok)
        return false;
    if (!to)
        return from ? refuse(s, v, base) : scalar_as(s, v, base, out);
    fr_value parts[FR_MOST_PARTS];
    if (!from) {
        if (to->kind != FR_COMPLEX || v.base == RG_TYPE_LOG)
            return refuse(s, v, base);
        fr_value zero = fr_const_int(v.span, 0);
        return scalar_as(s, v, to->types[0].base, &parts[0])
               && scalar_as(s, zero, to->types[1].base, &parts[1])
               && (*out = fr_make_compound(s, v.span, base, parts), true);
    }
    if (from->kind != to->kind || from->count != to->count || from->definition != to->definition)
        return refuse(s, v, base);
    for (size_t i = 0; i < to->count; i++)
        if (to->types[i].rank > 0 ? v.base != base
                                  : !fr_compound_as(s, v.parts[i], to->types[i].base, &parts[i]))
            return false;
    *out = fr_make_compound(s, v.span, base, parts);
    return true;
}

static fr_value undefined(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0203", span, "this operation is not defined on %s and %s",
                  fr_type_text(s, (fr_type){a.base, 0}), fr_type_text(s, (fr_type){b.base, 0}));
    if (fr_is_complex(s, a.base) || fr_is_complex(s, b.base))
        fr_help(s->d, r, "complex numbers have + - * / ^ and == with Int, Fixed and Complex");
    else
        fr_help(s->d, r,
                "structs of one type have + and -, with a number * and /; tuples have == and !=; "
                "otherwise use their parts");
    return fr_fail(span);
}

static fr_value both(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    ir_expr *x = fr_convert(s, a, RG_TYPE_BOOL), *y = fr_convert(s, b, RG_TYPE_BOOL);
    return x && y ? fr_typed(span, ir_expr_and(s->module, fr_loc(s, span), x, y)) : fr_fail(span);
}

/* a == b and a != b, part by part. */
static fr_value compare(fr_sema *s, fr_span span, bool equal, fr_value a, fr_value b)
{
    const fr_compound *c = fr_compound_of(s, a.base), *d = fr_compound_of(s, b.base);
    if (!c && !d)
        return fr_binary(s, span, TOK_EQ, a, b);
    if (!c || !d || c->kind != d->kind || c->count != d->count || c->definition != d->definition)
        return undefined(s, span, a, b);
    fr_value all = fr_fail(span);
    for (size_t i = 0; i < c->count; i++) {
        fr_value one = compare(s, span, true, a.parts[i], b.parts[i]);
        all = i == 0 ? one : all.ok && one.ok ? both(s, span, all, one) : fr_fail(span);
    }
    if (equal || !all.ok)
        return all;
    return fr_typed(span,
                    ir_expr_not(s->module, fr_loc(s, span), fr_convert(s, all, RG_TYPE_BOOL)));
}

/* Structs are vectors: sums and differences of two of one type, products with a number, quotients
 * by one. */
static bool linear(fr_sema *s, fr_token_kind token, fr_value a, fr_value b)
{
    const fr_compound *c = fr_compound_of(s, a.base), *d = fr_compound_of(s, b.base);
    bool left = c && c->kind == FR_STRUCT, right = d && d->kind == FR_STRUCT;
    switch (token) {
    case TOK_ADD:
    case TOK_SUB: return left && a.base == b.base;
    case TOK_MUL: return (left && !d) || (right && !c);
    case TOK_DIV: return left && !d;
    default: return false;
    }
}

static fr_value by_parts(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    const fr_compound *c = fr_compound_of(s, a.base), *d = fr_compound_of(s, b.base),
                      *shape = c ? c : d;
    fr_value parts[FR_MOST_PARTS];
    for (size_t i = 0; i < shape->count; i++) {
        if (shape->types[i].rank > 0)
            return undefined(s, span, a, b);
        fr_value part = fr_binary(s, span, token, c ? a.parts[i] : a, d ? b.parts[i] : b);
        if (!fr_compound_as(s, part, shape->types[i].base, &parts[i]))
            return fr_fail(span);
    }
    return fr_make_compound(s, span, c ? a.base : b.base, parts);
}

fr_value fr_compound_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    bool complex = (fr_is_complex(s, a.base) || !fr_is_compound(a.base))
                   && (fr_is_complex(s, b.base) || !fr_is_compound(b.base));
    if (!a.ok || !b.ok)
        return fr_fail(span);
    if (fr_is_semiring(s, a.base) || fr_is_semiring(s, b.base))
        return fr_semiring_binary(s, span, token, a, b);
    if (complex && (a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG))
        return undefined(s, span, a, b);
    if (token == TOK_EQ || token == TOK_NE) {
        if (complex && !fr_is_compound(a.base))
            a = fr_make_complex(s, a.span, a, fr_const_int(a.span, 0));
        if (complex && !fr_is_compound(b.base))
            b = fr_make_complex(s, b.span, b, fr_const_int(b.span, 0));
        return compare(s, span, token == TOK_EQ, a, b);
    }
    if (linear(s, token, a, b))
        return by_parts(s, span, token, a, b);
    bool arithmetic = token == TOK_ADD || token == TOK_SUB || token == TOK_MUL || token == TOK_DIV
                      || token == TOK_POW;
    return complex && arithmetic ? fr_complex_binary(s, span, token, a, b)
                                 : undefined(s, span, a, b);
}

fr_value fr_compound_select(fr_sema *s, fr_span span, ir_expr *condition, fr_value yes, fr_value no)
{
    fr_value parts[FR_MOST_PARTS];
    const fr_compound *c;
    if (fr_is_complex(s, yes.base) && !fr_is_compound(no.base)
        && !fr_compound_as(s, no, yes.base, &no))
        return fr_fail(span);
    if (fr_is_complex(s, no.base) && !fr_is_compound(yes.base)
        && !fr_compound_as(s, yes, no.base, &yes))
        return fr_fail(span);
    c = fr_compound_of(s, yes.base);
    if (yes.base != no.base) {
        bool fixed = fr_is_complex(s, yes.base) && fr_is_complex(s, no.base);
        rg_type_base base = fixed ? fr_complex_type(s, RG_TYPE_FIXED) : yes.base;
        if (!fr_compound_as(s, yes, base, &yes) || !fr_compound_as(s, no, base, &no))
            return fr_fail(span);
        c = fr_compound_of(s, base);
    }
    for (size_t i = 0; c && i < c->count; i++) {
        if (fr_is_compound(c->types[i].base)) {
            parts[i] = fr_compound_select(s, span, condition, yes.parts[i], no.parts[i]);
            continue;
        }
        ir_expr *a = fr_convert(s, yes.parts[i], c->types[i].base),
                *b = fr_convert(s, no.parts[i], c->types[i].base);
        parts[i] = a && b
                       ? fr_typed(span, ir_expr_select(s->module, fr_loc(s, span), condition, a, b))
                       : fr_fail(span);
    }
    return c ? fr_make_compound(s, span, yes.base, parts) : fr_fail(span);
}

static fr_value construct_struct(fr_sema *s, const fr_expr *e, const fr_struct *d)
{
    fr_value parts[FR_MOST_PARTS], out;
    fr_type actuals[FR_MOST_PARTS];
    rg_type_base base;
    if (d->abstract) {
        fr_report(s->d, RGC_ERROR, "R0208", e->span, "'%s' is an abstract type: it has no values",
                  d->name);
        return fr_fail(e->span);
    }
    if (fr_wrong_arity(s, e, d, d->name, d->field_count) || d->field_count > FR_MOST_PARTS)
        return fr_fail(e->span);
    for (size_t i = 0; i < e->count; i++) {
        if (fr_makes_array(s, e->items[i])) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0208", e->items[i]->span,
                                          "field '%s' is an array: such a struct is not a value",
                                          d->fields[i].name);
            fr_help(s->d, r, "allocate it: s <- %s(...), and free it with s -> %s(...)", d->name,
                    d->name);
            return fr_fail(e->span);
        }
        parts[i] = fr_lower_expr(s, e->items[i]);
        actuals[i] = (fr_type){parts[i].base, 0};
        if (!parts[i].ok)
            return fr_fail(e->span);
    }
    if (!fr_type_constructed(s, e, d, actuals, &base))
        return fr_fail(e->span);
    const fr_compound *c = fr_compound_of(s, base);
    for (size_t i = 0; i < c->count; i++) {
        if (c->types[i].rank > 0) {
            rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0208", e->items[i]->span,
                                          "field '%s' is an array: such a struct is not a value",
                                          c->names[i]);
            fr_help(s->d, r, "allocate it: s <- %s(zeros(...), ...)", d->name);
            return fr_fail(e->span);
        }
        if (!fr_compound_as(s, parts[i], c->types[i].base, &out))
            return fr_fail(e->span);
        parts[i] = out;
    }
    return fr_make_compound(s, e->span, base, parts);
}

fr_value fr_construct(fr_sema *s, const fr_expr *e, rg_type_base base)
{
    const fr_expr *head = e->left->kind == EX_CURLY ? e->left->left : e->left;
    const fr_struct *d = head->kind == EX_NAME ? fr_find_struct(s, head->name) : NULL;
    if (d)
        return construct_struct(s, e, d);
    fr_value parts[2], out;
    if (fr_is_tuple(s, base)) {
        fr_report(s->d, RGC_ERROR, "R0208", e->span, "a tuple is written (a, b)");
        return fr_fail(e->span);
    }
    if (e->count == 1 && e->keyword_count == 0) {
        parts[0] = fr_lower_expr(s, e->items[0]);
        if (fr_is_complex(s, parts[0].base) || e->left->kind == EX_CURLY)
            return fr_compound_as(s, parts[0], base, &out) ? out : fr_fail(e->span);
        return parts[0].base == RG_TYPE_LOG
                   ? (refuse(s, parts[0], base), fr_fail(e->span))
                   : fr_make_complex(s, e->span, parts[0], fr_const_int(e->span, 0));
    }
    if (fr_wrong_arity(s, e, NULL, "Complex", 2))
        return fr_fail(e->span);
    for (size_t i = 0; i < 2; i++) {
        parts[i] = fr_lower_expr(s, e->items[i]);
        if (!parts[i].ok)
            return fr_fail(e->span);
        if (fr_is_compound(parts[i].base) || parts[i].base == RG_TYPE_LOG) {
            refuse(s, parts[i], RG_TYPE_FIXED);
            return fr_fail(e->span);
        }
    }
    fr_value z = fr_make_complex(s, e->span, parts[0], parts[1]);
    /* Complex(a, b) and Complex{}(a, b) are of what the parts are. */
    bool open = strcmp(head->name, "Complex") == 0
                && (e->left->kind != EX_CURLY || e->left->count == 0);
    return open ? z : fr_compound_as(s, z, base, &out) ? out : fr_fail(e->span);
}
