/* remainder.c: whole quotients and remainders of numbers that are no integers.
 *
 * The quotient a / b is rounded. Where that makes it the next integer, a - b q has the wrong
 * sign: then q is one too far from 0, or, rounded down, one too large. */
#include "compiler/front/remainder.h"

#include <math.h>

typedef struct {
    fr_sema *s;
    fr_span span;
} at;

static fr_value operation(const at *p, fr_token_kind token, fr_value a, fr_value b)
{
    return a.ok && b.ok ? fr_binary(p->s, p->span, token, a, b) : fr_fail(p->span);
}

/* 1 where a and b are on these sides of 0, else 0. */
static fr_value both(const at *p, fr_token_kind of_a, fr_value a, fr_token_kind of_b, fr_value b)
{
    const fr_value zero = fr_const_int(p->span, 0);
    return operation(p, TOK_MUL, operation(p, of_a, a, zero), operation(p, of_b, b, zero));
}

/* What is rounded to an Int must fit in 64 bits. A Float has more: it is split here. */
enum { SPLIT = 62 };

static fr_value rounded(const at *p, unsigned op, fr_value x)
{
    return x.ok ? fr_op1(p->s, p->span, op, fr_convert(p->s, x, RG_TYPE_FIXED)) : x;
}

static fr_value scaled(const at *p, fr_value x, int places)
{
    return operation(p, TOK_MUL, x, fr_const_real(p->span, ldexpl(1, places)));
}

static fr_value as_number(const at *p, fr_value x)
{
    return x.ok ? fr_typed(p->span, fr_convert(p->s, x, RG_TYPE_FIXED)) : x;
}

/* Both parts and their sum are exact below 2^125; beyond that the first rounding traps. */
fr_value fr_rounded_number(fr_sema *s, fr_span span, unsigned op, fr_value x)
{
    const at p = {s, span};
    if (!s->module->wide)
        return as_number(&p, rounded(&p, op, x));
    const fr_value upper = as_number(&p, rounded(&p, RG_OP_TRUNC, scaled(&p, x, -SPLIT))),
                   high = scaled(&p, upper, SPLIT), low = operation(&p, TOK_SUB, x, high);
    return operation(&p, TOK_ADD, high, as_number(&p, rounded(&p, op, low)));
}

static fr_value whole_part(const at *p, fr_value a, fr_value b, bool floored)
{
    return rounded(p, floored ? RG_OP_FLOOR : RG_OP_TRUNC, operation(p, TOK_DIV, a, b));
}

/* By how much the whole part is too large. */
static fr_value excess(const at *p, fr_value a, fr_value b, fr_value rest, bool floored)
{
    if (floored)
        return operation(p, TOK_ADD, both(p, TOK_GT, b, TOK_LT, rest),
                         both(p, TOK_LT, b, TOK_GT, rest));
    const fr_value far =
        operation(p, TOK_SUB, both(p, TOK_GT, a, TOK_LT, rest), both(p, TOK_LT, a, TOK_GT, rest));
    const fr_value zero = fr_const_int(p->span, 0);
    const fr_value sign =
        operation(p, TOK_SUB, operation(p, TOK_GT, b, zero), operation(p, TOK_LT, b, zero));
    return operation(p, TOK_MUL, far, sign);
}

/* One step of a division: the quotient, and what remains. */
typedef struct {
    fr_value whole, rest;
} division;

static division divide(const at *p, fr_value a, fr_value b, bool floored)
{
    fr_value whole = whole_part(p, a, b, floored);
    if (p->s->module->wide) /* a product of two Int would wrap where that of two Float does not */
        whole = as_number(p, whole);
    return (division){whole, operation(p, TOK_SUB, a, operation(p, TOK_MUL, b, whole))};
}

/* A Float is divided by 2^62 b first. So each quotient is an Int, and its product with b is exact.
 * Toward 0, because 2^62 b alone may be too large. */
static division divide_float(const at *p, fr_value a, fr_value b, bool floored)
{
    const division far = divide(p, a, scaled(p, b, SPLIT), false),
                   near = divide(p, far.rest, b, floored);
    return (division){operation(p, TOK_ADD, scaled(p, far.whole, SPLIT), near.whole), near.rest};
}

fr_value fr_real_division(fr_sema *s, fr_span span, fr_value a, fr_value b, bool floored,
                          bool remainder)
{
    const at p = {s, span};
    const division d = s->module->wide ? divide_float(&p, a, b, floored)
                                       : divide(&p, a, b, floored);
    const fr_value more = excess(&p, a, b, d.rest, floored);
    const fr_value v = remainder ? operation(&p, TOK_ADD, d.rest, operation(&p, TOK_MUL, b, more))
                                 : operation(&p, TOK_SUB, d.whole, more);
    return v.ok && !v.constant ? fr_typed(span, fr_convert(s, v, RG_TYPE_FIXED)) : v;
}
