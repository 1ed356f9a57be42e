/* semiring.c: operations on max-plus and min-plus numbers. A product is a sum, so it is undone
 * exactly; the larger of two numbers forgets the other, so `+=` cannot be undone. */
#include "compiler/front/semiring.h"

#include "compiler/front/compound.h"

static rg_type_base number_type(const fr_sema *s, rg_type_base base)
{
    return fr_compound_of(s, base)->types[0].base;
}

static fr_value made(fr_sema *s, fr_span span, rg_type_base base, fr_value n)
{
    fr_value part;
    if (!n.ok || !fr_compound_as(s, n, number_type(s, base), &part))
        return fr_fail(span);
    return fr_make_compound(s, span, base, &part);
}

fr_value fr_semiring_constant(fr_sema *s, fr_span span, rg_type_base base, int64_t n)
{
    const unsigned frac = number_type(s, base) == RG_TYPE_FIXED ? s->module->frac : 0;
    const int64_t quarter = INT64_C(1) << (s->module->xlen - 3 - frac);
    return made(s, span, base, fr_const_int(span, n ? 0 : fr_semiring_of(s, base)->zero * quarter));
}

static void help_with(fr_sema *s, rgc_diagnostic *r, fr_token_kind token, fr_value a, fr_value b)
{
    const bool both = fr_is_semiring(s, a.base) && fr_is_semiring(s, b.base);
    const fr_value of = fr_is_semiring(s, a.base) ? a : b;
    const char *name = fr_compound_of(s, of.base)->definition->name;
    if (token == TOK_POW)
        fr_help(s->d, r, "the exponent is a number, and an Int where the numbers are");
    else if (!both)
        fr_help(s->d, r, "make the number one of them: %s(x)", name);
    else if (fr_semiring_of(s, a.base) != fr_semiring_of(s, b.base))
        fr_help(s->d, r, "their sums differ; take the number, x.n, and make it one of the other");
    else
        fr_help(s->d, r, "%s has + * / ^ and comparisons; + forgets, so it has no inverse", name);
}

static fr_value refused(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    help_with(
        s,
        fr_report(s->d, RGC_ERROR, "R0203", span, "this operation is not defined on %s and %s",
                  fr_type_text(s, (fr_type){a.base, 0}), fr_type_text(s, (fr_type){b.base, 0})),
        token, a, b);
    return fr_fail(span);
}

/* The type that holds both: a number of Int fits one of Fixed. */
static bool common(const fr_sema *s, fr_value a, fr_value b, rg_type_base *out)
{
    if (fr_semiring_of(s, a.base) != fr_semiring_of(s, b.base) || !fr_is_semiring(s, a.base))
        return false;
    *out = number_type(s, a.base) == RG_TYPE_FIXED ? a.base : b.base;
    return true;
}

static fr_value extremum(fr_sema *s, fr_span span, const fr_semiring *of, rg_type_base base,
                         fr_value a, fr_value b)
{
    const rg_type_base number = number_type(s, base);
    const unsigned op = number == RG_TYPE_FIXED ? of->of_fixed : of->of_int;
    return fr_op2(s, span, op, fr_convert(s, a, number), fr_convert(s, b, number));
}

/* x^k is k times the number. */
static fr_value power(fr_sema *s, fr_span span, fr_value x, fr_value k)
{
    const bool whole = number_type(s, x.base) == RG_TYPE_INT;
    if (fr_is_compound(k.base) || (whole && !fr_is_whole(k)))
        return refused(s, span, TOK_POW, x, k);
    return made(s, span, x.base, fr_binary(s, span, TOK_MUL, k, x.parts[0]));
}

fr_value fr_semiring_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    rg_type_base base;
    if (token == TOK_POW && fr_is_semiring(s, a.base))
        return power(s, span, a, b);
    if (!common(s, a, b, &base))
        return refused(s, span, token, a, b);
    switch (token) {
    case TOK_ADD:
        return made(s, span, base,
                    extremum(s, span, fr_semiring_of(s, base), base, a.parts[0], b.parts[0]));
    case TOK_MUL: return made(s, span, base, fr_binary(s, span, TOK_ADD, a.parts[0], b.parts[0]));
    case TOK_DIV: return made(s, span, base, fr_binary(s, span, TOK_SUB, a.parts[0], b.parts[0]));
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE: return fr_binary(s, span, token, a.parts[0], b.parts[0]);
    default: return refused(s, span, token, a, b);
    }
}
