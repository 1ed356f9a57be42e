/* remainder.c: whole quotients and remainders of numbers that are no integers.
 *
 * The quotient a / b is rounded. Where that makes it the next integer, a - b q has the wrong
 * sign: then q is one too far from 0, or, rounded down, one too large. */
#include "compiler/front/remainder.h"

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

static fr_value whole_part(const at *p, fr_value a, fr_value b, bool floored)
{
    const fr_value quotient = operation(p, TOK_DIV, a, b);
    return quotient.ok ? fr_op1(p->s, p->span, floored ? RG_OP_FLOOR : RG_OP_TRUNC,
                                fr_convert(p->s, quotient, RG_TYPE_FIXED))
                       : quotient;
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

fr_value fr_real_division(fr_sema *s, fr_span span, fr_value a, fr_value b, bool floored,
                          bool remainder)
{
    const at p = {s, span};
    const fr_value q = whole_part(&p, a, b, floored);
    const fr_value rest = operation(&p, TOK_SUB, a, operation(&p, TOK_MUL, b, q));
    const fr_value more = excess(&p, a, b, rest, floored);
    const fr_value v = remainder ? operation(&p, TOK_ADD, rest, operation(&p, TOK_MUL, b, more))
                                 : operation(&p, TOK_SUB, q, more);
    return v.ok && !v.constant ? fr_typed(span, fr_convert(s, v, RG_TYPE_FIXED)) : v;
}
