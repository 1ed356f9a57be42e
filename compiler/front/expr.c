/* expr.c: expressions to typed IR. */
#include <math.h>
#include <string.h>

#include "compiler/front/array_errors.h"
#include "compiler/front/compound.h"
#include "compiler/front/expand.h"
#include "compiler/front/remainder.h"
#include "compiler/object.h"

static fr_value later(fr_sema *s, fr_span span, const char *what)
{
    fr_report(s->d, RGC_ERROR, "R0199", span, "%s not in this version", what);
    return fr_fail(span);
}

static fr_value refuse_text(fr_sema *s, const fr_expr *e)
{
    fr_help(s->d,
            fr_report(s->d, RGC_ERROR, "R0199", e->span, "text as a value is not in this version"),
            "text is a key of a dictionary, d[\"x\"], or printed, @safe println(\"x\"); letters "
            "are numbers in a Vector{Int}");
    return fr_fail(e->span);
}

/* A dotted operation or a slice where one number is wanted. */
static fr_value elementwise(fr_sema *s, fr_span span)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0409", span,
                                  "this has a value for each element; one value is needed here");
    fr_help(s->d, r, "use a dotted update of an array (y .+= ...), or a for loop over the indices");
    return fr_fail(span);
}

static fr_value bool_constant(fr_span span, bool v)
{
    fr_value c = fr_const_int(span, v);
    c.base = RG_TYPE_BOOL;
    return c;
}

static fr_value lower_const(fr_sema *s, const fr_const *c, const fr_expr *use)
{
    if (s->const_depth > 20) {
        fr_report(s->d, RGC_ERROR, "R0206", c->span, "constant '%s' is defined by itself", c->name);
        return fr_fail(use->span);
    }
    const fr_instance *in = s->instance;
    size_t count = s->var_count;
    s->var_count = 0; /* a constant sees no variables */
    s->const_depth++;
    fr_value v = fr_lower_expr(s, c->value);
    s->const_depth--;
    s->var_count = count;
    s->instance = in;
    if (v.ok && !v.constant) {
        fr_report(s->d, RGC_ERROR, "R0206", c->value->span,
                  "the value of constant '%s' is not constant", c->name);
        return fr_fail(use->span);
    }
    v.span = use->span;
    return v;
}

/* N of an NTuple{N, T} parameter. */
static bool type_number(const fr_sema *s, const char *name, int64_t *number)
{
    const fr_instance *in = s->instance;
    for (size_t i = 0; in && in->bindings && i < in->function->where_count; i++)
        if (strcmp(in->function->wheres[i], name) == 0 && in->bindings[i].is_number) {
            *number = in->bindings[i].number;
            return true;
        }
    return false;
}

/* What stands for Inf: sums of several of it stay a number, and half of it is beyond what is
 * finite.
 */
static fr_value far_number(const fr_sema *s, const fr_expr *e)
{
    const int whole = s->module->wide > 0 ? 127 : (int)(s->module->xlen - s->module->frac - 1);
    return fr_const_real(e->span, ldexpl(1, whole - (strcmp(e->name, fr_infinity) == 0 ? 2 : 4)));
}

static fr_value lower_name(fr_sema *s, const fr_expr *e)
{
    fr_var *v = fr_find_var(s, e->name);
    if (!v || !v->live) {
        for (const fr_const *c = s->program->consts; c; c = c->next)
            if (strcmp(c->name, e->name) == 0)
                return lower_const(s, c, e);
        if (!v && (strcmp(e->name, "pi") == 0 || strcmp(e->name, "π") == 0))
            return fr_const_real(e->span, 3.141592653589793238462643383279502884L);
        if (!v && strcmp(e->name, "ℯ") == 0)
            return fr_const_real(e->span, 2.718281828459045235360287471352662498L);
        if (!v && (strcmp(e->name, "Inf") == 0 || strcmp(e->name, "NaN") == 0)) {
            fr_report(s->d, RGC_ERROR, "R0502", e->span, "fixed-point numbers have no %s", e->name);
            return fr_fail(e->span);
        }
        if (!v && (strcmp(e->name, fr_infinity) == 0 || strcmp(e->name, fr_most_finite) == 0))
            return far_number(s, e);
        if (!v && strcmp(e->name, "im") == 0)
            return fr_make_complex(s, e->span, fr_const_int(e->span, 0), fr_const_int(e->span, 1));
        int64_t number;
        if (!v && type_number(s, e->name, &number))
            return fr_const_int(e->span, number);
        v = fr_use_var(s, e);
    }
    fr_ref ref = {.root = v, .node = v};
    return v && !v->unknown ? fr_read(s, &ref, e->span) : fr_fail(e->span);
}

/* x.f, x[i], x |> f of a variable, and the part of a value: sincos(x).:1, (a, b)[2]. */
static fr_value lower_part(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    fr_ref ref;
    const fr_expr *root = e;
    const fr_expr *log = fr_log_field(s, e);
    if (log)
        return fr_lower_expr(s, log);
    while (root->kind == EX_FIELD || root->kind == EX_INDEX)
        root = root->left;
    if (root->kind == EX_NAME || fr_place_type(s, e, &type))
        return fr_resolve(s, e, &ref) ? fr_read(s, &ref, e->span) : fr_fail(e->span);
    const fr_expr *element =
        fr_element_of_view(s, e); /* A'[i, j], (-x)[k]: seen through a function */
    if (element)
        return fr_lower_expr(s, element);
    fr_value v = fr_lower_expr(s, e->left);
    const fr_compound *c = fr_compound_of(s, v.base);
    const char *name = e->name;
    if (!v.ok)
        return v;
    if (e->kind == EX_INDEX)
        name = e->count == 1 && e->items[0]->kind == EX_INT && c && c->kind == FR_TUPLE
                   ? fr_format(s->arena, "%llu", (unsigned long long)e->items[0]->integer)
                   : "?";
    int i = c ? fr_part_index(c, name) : -1;
    if (i >= 0)
        return v.parts[i];
    fr_report(s->d, RGC_ERROR, "R0207", e->span, "%s has no part '%s'",
              fr_type_text(s, (fr_type){v.base, 0}), name);
    return fr_fail(e->span);
}

bool fr_lower_place(fr_sema *s, const fr_expr *e, ir_place *place, rg_type_base *base)
{
    fr_ref ref;
    fr_type type;
    bool view = e->kind == EX_ADJOINT || e->kind == EX_UNARY || e->kind == EX_CALL
                || e->kind == EX_TUPLE || (e->kind == EX_BINARY && e->token == TOK_PIPE);
    if (view && !fr_place_type(s, e, &type)) {
        later(s, e->span, "changing a variable through a view (a field, -x, x', x |> f) is");
        return false;
    }
    if (!fr_resolve_target(s, e, &ref))
        return false;
    type = fr_ref_type(&ref);
    if (type.rank != 0) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0204", e->span,
                                      "'%s' is a %s; only its elements can be changed",
                                      ref.node->name, fr_type_text(s, type));
        fr_help(s->d, r, "write a for loop over its indices");
        return false;
    }
    if (fr_is_compound(type.base)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0202", e->span,
                                      "this is %s; a number is needed here", fr_type_text(s, type));
        fr_help(s->d, r, "name one of its parts");
        return false;
    }
    *place = fr_leaf_place(fr_loc(s, e->span), &ref);
    *base = type.base;
    return true;
}

ir_expr *fr_lower_int(fr_sema *s, const fr_expr *e, const char *what)
{
    fr_value v = fr_lower_expr(s, e);
    if (!v.ok)
        return NULL;
    if (!fr_is_whole(v) && !(v.constant && v.base == RG_TYPE_FIXED)) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0202", e->span,
                                      "%s must be Int, this is %s", what,
                                      fr_type_text(s, (fr_type){v.base, 0}));
        fr_help(
            s->d, r,
            "use floor(Int, x), round(Int, x) or trunc(Int, x), and \xc3\xb7 for whole quotients");
        return NULL;
    }
    return fr_convert(s, v, RG_TYPE_INT);
}

ir_expr *fr_lower_condition(fr_sema *s, const fr_expr *e)
{
    fr_value v = fr_lower_expr(s, e);
    if (!v.ok)
        return NULL;
    if (v.base != RG_TYPE_BOOL) {
        rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0404", e->span,
                                      "a condition must be Bool, this is %s",
                                      fr_type_text(s, (fr_type){v.base, 0}));
        fr_help(s->d, r, "write a comparison such as x != 0");
        return NULL;
    }
    return fr_convert(s, v, RG_TYPE_BOOL);
}

/* order: below, at or above 0, as the left side is to the right one. */
static fr_value compared(fr_span span, fr_token_kind token, int order)
{
    switch (token) {
    case TOK_EQ: return bool_constant(span, order == 0);
    case TOK_NE: return bool_constant(span, order != 0);
    case TOK_LT: return bool_constant(span, order < 0);
    case TOK_LE: return bool_constant(span, order <= 0);
    case TOK_GT: return bool_constant(span, order > 0);
    default: return bool_constant(span, order >= 0);
    }
}

static fr_value fold_real(fr_sema *s, fr_span span, fr_token_kind token, long double a,
                          long double b)
{
    long double r;
    switch (token) {
    case TOK_ADD: r = a + b; break;
    case TOK_SUB: r = a - b; break;
    case TOK_MUL: r = a * b; break;
    case TOK_DIV: r = a / b; break;
    case TOK_POW: r = powl(a, b); break;
    case TOK_IDIV:
    case TOK_REM:
        if (b == 0) {
            fr_report(s->d, RGC_ERROR, "R0502", span, "division by zero");
            return fr_fail(span);
        }
        r = token == TOK_IDIV ? truncl(a / b) : fmodl(a, b);
        break;
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE: return compared(span, token, (a > b) - (a < b));
    default:
        fr_report(s->d, RGC_ERROR, "R0203", span,
                  "this operation is not defined on Fixed constants");
        return fr_fail(span);
    }
    if (!isfinite(r)) {
        fr_report(s->d, RGC_ERROR, "R0502", span, "this constant has no finite value");
        return fr_fail(span);
    }
    return fr_const_real(span, r);
}

static uint64_t power_wrapped(uint64_t base, int64_t n)
{
    uint64_t r = 1;
    for (; n > 0; n >>= 1, base *= base)
        if (n & 1)
            r *= base;
    return r;
}

static fr_value fold_int(fr_sema *s, fr_span span, fr_token_kind token, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (token) {
    case TOK_ADD: return fr_const_int(span, (int64_t)(x + y));
    case TOK_SUB: return fr_const_int(span, (int64_t)(x - y));
    case TOK_MUL: return fr_const_int(span, (int64_t)(x * y));
    case TOK_AND: return fr_const_int(span, a & b);
    case TOK_OR: return fr_const_int(span, a | b);
    case TOK_XOR: return fr_const_int(span, a ^ b);
    case TOK_IDIV:
    case TOK_REM:
        if (b == 0) {
            fr_report(s->d, RGC_ERROR, "R0502", span, "division by zero");
            return fr_fail(span);
        }
        if (b == -1)
            return fr_const_int(span, token == TOK_IDIV ? (int64_t)(0 - x) : 0);
        return fr_const_int(span, token == TOK_IDIV ? a / b : a % b);
    case TOK_POW:
        return b >= 0 ? fr_const_int(span, (int64_t)power_wrapped(x, b))
                      : fold_real(s, span, token, (long double)a, (long double)b);
    case TOK_SHL: return fr_const_int(span, b < 0 || b > 63 ? 0 : (int64_t)(x << b));
    case TOK_SHR: return fr_const_int(span, b < 0 || b > 63 ? 0 : (int64_t)(x >> b));
    case TOK_SAR:
        return fr_const_int(span, b < 0 || b > 63 ? (a < 0 ? -1 : 0)
                                  : a < 0         ? (int64_t) ~(~x >> b)
                                                  : (int64_t)(x >> b));
    case TOK_EQ:
    case TOK_NE:
    case TOK_LT:
    case TOK_LE:
    case TOK_GT:
    case TOK_GE: return compared(span, token, (a > b) - (a < b));
    default: return fold_real(s, span, token, (long double)a, (long double)b);
    }
}

static unsigned comparison_op(fr_token_kind token)
{
    switch (token) {
    case TOK_EQ:
    case TOK_IDENTICAL: return RG_OP_EQ;
    case TOK_NE:
    case TOK_NIDENTICAL: return RG_OP_NE;
    case TOK_LT: return RG_OP_LT;
    case TOK_LE: return RG_OP_LE;
    case TOK_GT: return RG_OP_GT;
    case TOK_GE: return RG_OP_GE;
    default: return 0;
    }
}

static fr_value undefined(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    rgc_diagnostic *r = fr_report(s->d, RGC_ERROR, "R0203", span,
                                  "this operation is not defined on %s and %s",
                                  fr_base_text(a.base), fr_base_text(b.base));
    if (a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG)
        fr_help(s->d, r, "Log has + - * / ^ and ==; write convert(x) to go on with Fixed");
    else if (token == TOK_AND || token == TOK_OR || token == TOK_XOR || token == TOK_SHL
             || token == TOK_SHR || token == TOK_SAR)
        fr_help(s->d, r, "bits belong to Int: take floor(Int, x) first");
    else if (token == TOK_POW)
        fr_help(s->d, r,
                "a power of an Int by a variable is not in this version: make the base Fixed, or "
                "write a loop");
    return fr_fail(span);
}

static fr_value compare(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    bool log = a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG;
    unsigned op = comparison_op(token);
    if (log && (op != RG_OP_EQ && op != RG_OP_NE))
        return undefined(s, span, token, a, b);
    rg_type_base base = log                                                  ? RG_TYPE_LOG
                        : a.base == RG_TYPE_FIXED || b.base == RG_TYPE_FIXED ? RG_TYPE_FIXED
                                                                             : RG_TYPE_INT;
    /* x > 0.5 with an Int x compares as Fixed; 0 against a Fixed is a literal of it. */
    ir_expr *x = fr_convert(s, a, base), *y = fr_convert(s, b, base);
    return fr_op2(s, span, op, x, y);
}

/* A Fixed operand of a Log operation enters as log, as in x *= y. */
ir_expr *fr_log_operand(fr_sema *s, fr_value v)
{
    if (v.ok && !v.constant && v.base != RG_TYPE_LOG)
        v = fr_op1(s, v.span, RG_OP_LMULF, fr_convert(s, v, RG_TYPE_FIXED));
    return fr_convert(s, v, RG_TYPE_LOG);
}

static fr_value log_operation(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    if (token == TOK_POW && a.base == RG_TYPE_LOG && fr_is_whole(b))
        return fr_op2(s, span, RG_OP_LPOWI, fr_convert(s, a, RG_TYPE_LOG),
                      fr_convert(s, b, RG_TYPE_INT));
    if (token == TOK_POW && a.base == RG_TYPE_LOG && b.base == RG_TYPE_FIXED)
        return fr_op2(s, span, RG_OP_LPOW, fr_convert(s, a, RG_TYPE_LOG),
                      fr_convert(s, b, RG_TYPE_FIXED));
    unsigned op = token == TOK_MUL   ? RG_OP_LMUL2
                  : token == TOK_DIV ? RG_OP_LDIV2
                  : token == TOK_ADD ? RG_OP_LADD2
                  : token == TOK_SUB ? RG_OP_LSUB2
                                     : 0;
    if (op == 0)
        return undefined(s, span, token, a, b);
    return fr_op2(s, span, op, fr_log_operand(s, a), fr_log_operand(s, b));
}

/* x^n by squaring, for n from 1 on: squares of squares, and one factor more where n is odd. */
static fr_value power_by_squaring(fr_sema *s, fr_span span, ir_expr *x, int64_t n)
{
    if (n == 1)
        return fr_typed(span, x);
    const fr_value part = power_by_squaring(s, span, x, n % 2 == 0 ? n / 2 : n - 1);
    return fr_op2(s, span, RG_OP_FMUL, part.ir, n % 2 == 0 ? part.ir : x);
}

/* Products take a clock each, and FPOWI takes a hundred. x^-n is (1/x)^n: where 1/x^n has many
 * digits, x^n has few. A Float keeps FPOWI beyond its square: it has all 53 digits right. */
static fr_value small_power(fr_sema *s, fr_span span, ir_expr *x, int64_t n)
{
    if (n > 0)
        return power_by_squaring(s, span, x, n);
    ir_expr *one = fr_convert(s, fr_const_real(span, 1), RG_TYPE_FIXED);
    return power_by_squaring(s, span, fr_op2(s, span, RG_OP_FDIV, one, x).ir, -n);
}

static fr_value fixed_power(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    enum { BY_SQUARING = 16 };
    const int64_t least = s->module->wide ? 1 : -BY_SQUARING,
                  most = s->module->wide ? 2 : BY_SQUARING;
    ir_expr *x = fr_convert(s, a, RG_TYPE_FIXED);
    if (b.constant && fr_is_whole(b)) {
        if (b.integer == 0)
            return fr_const_real(span, 1);
        if (b.integer >= least && b.integer <= most)
            return small_power(s, span, x, b.integer);
    }
    if (b.constant && !fr_is_whole(b) && b.real == 0.5L)
        return fr_op1(s, span, RG_OP_FSQRT, x);
    if (fr_is_whole(b))
        return fr_op2(s, span, RG_OP_FPOWI, x, fr_convert(s, b, RG_TYPE_INT));
    return fr_op2(s, span, RG_OP_FPOW, x, fr_convert(s, b, RG_TYPE_FIXED));
}

static fr_value int_op2(fr_sema *s, fr_span span, unsigned op, fr_value a, fr_value b)
{
    return fr_op2(s, span, op, fr_convert(s, a, RG_TYPE_INT), fr_convert(s, b, RG_TYPE_INT));
}

/* value, or the trap of a power without a value where allowed is 0. */
static fr_value unless_zero(fr_sema *s, fr_span span, fr_value value, fr_value allowed)
{
    fr_value v = int_op2(s, span, RG_OP_DIV, value, allowed);
    if (v.ok && !v.constant && v.ir)
        v.ir->raw = RG_ROLE_POWER;
    return v;
}

static fr_value not_negative(fr_sema *s, fr_span span, fr_value n)
{
    return unless_zero(s, span, n, int_op2(s, span, RG_OP_GE, n, fr_const_int(span, 0)));
}

/* a^n for a constant n > 0: squares and products. */
static fr_value constant_power(fr_sema *s, fr_span span, fr_value a, int64_t n)
{
    fr_value square = fr_typed(span, fr_convert(s, a, RG_TYPE_INT)), product = {0};
    for (; n > 0 && square.ok; n >>= 1) {
        if (n & 1)
            product = product.ok ? int_op2(s, span, RG_OP_MUL, product, square) : square;
        if (n > 1)
            square = int_op2(s, span, RG_OP_MUL, square, square);
    }
    return square.ok ? product : fr_fail(span);
}

/* Beyond 63 the powers of 0, 1 and -1 are those by 62 or 63, and an even base gives 0 in any word.
 * Of another base the power needs more squares than an expression holds; it and a negative exponent
 * trap. */
typedef struct {
    fr_value divisor, exponent, factor;
} power_parts;

static power_parts split_power(fr_sema *s, fr_span span, fr_value a, fr_value n)
{
    fr_value one = fr_const_int(span, 1), zero = fr_const_int(span, 0);
    fr_value beyond = fr_typed(
        span, fr_convert(s, int_op2(s, span, RG_OP_GT, n, fr_const_int(span, 63)), RG_TYPE_INT));
    fr_value even = fr_binary(s, span, TOK_SUB, one, fr_binary(s, span, TOK_AND, a, one));
    fr_value unit = int_op2(s, span, RG_OP_EQ, fr_binary(s, span, TOK_MUL, a, a), one);
    fr_value small = fr_binary(
        s, span, TOK_SUB, one,
        fr_binary(s, span, TOK_MUL, beyond,
                  fr_binary(s, span, TOK_SUB, one,
                            fr_binary(s, span, TOK_OR, even,
                                      fr_typed(span, fr_convert(s, unit, RG_TYPE_INT))))));
    power_parts p;
    p.divisor = fr_binary(s, span, TOK_MUL, int_op2(s, span, RG_OP_GE, n, zero), small);
    p.exponent =
        fr_binary(s, span, TOK_OR, n, fr_binary(s, span, TOK_MUL, beyond, fr_const_int(span, 62)));
    p.factor = fr_binary(s, span, TOK_SUB, one, fr_binary(s, span, TOK_MUL, beyond, even));
    return p;
}

/* a^n by the bits of n: the product of 1 + bit (a^(2^k) - 1), which wraps as the product itself
 * does. */
static fr_value wrapped_power(fr_sema *s, fr_span span, fr_value a, fr_value n)
{
    fr_value one = fr_const_int(span, 1), square = fr_typed(span, fr_convert(s, a, RG_TYPE_INT));
    power_parts p = split_power(s, span, square, n);
    fr_value product = unless_zero(s, span, p.factor, p.divisor);
    for (int64_t k = 0; k < 6 && square.ok && product.ok; k++) {
        fr_value bit = fr_binary(
            s, span, TOK_AND, fr_binary(s, span, TOK_SHR, p.exponent, fr_const_int(span, k)), one);
        fr_value factor = fr_binary(
            s, span, TOK_ADD,
            fr_binary(s, span, TOK_MUL, fr_binary(s, span, TOK_SUB, square, one), bit), one);
        product = fr_binary(s, span, TOK_MUL, product, factor);
        square = fr_op2(s, span, RG_OP_MUL, square.ir, square.ir);
    }
    return product;
}

static fr_value int_power(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    if (b.constant && b.integer >= 0 && b.integer <= 8) {
        ir_expr *x = fr_convert(s, a, RG_TYPE_INT), *r = x;
        if (b.integer == 0)
            return fr_const_int(span, 1);
        for (int64_t i = 1; r && i < b.integer; i++)
            r = ir_expr_op(s->module, fr_loc(s, span), RG_OP_MUL, r, x);
        return fr_typed(span, r);
    }
    if (b.constant && b.integer < 256)
        return constant_power(s, span, a, b.integer);
    if (!b.constant && a.constant && a.integer == 2)
        return int_op2(s, span, RG_OP_SHL, fr_const_int(span, 1), not_negative(s, span, b));
    if (!b.constant && a.constant && a.integer == -1) { /* 1 - 2 (n and 1) */
        fr_value odd = fr_op2(s, span, RG_OP_AND, fr_convert(s, b, RG_TYPE_INT),
                              fr_convert(s, fr_const_int(span, 1), RG_TYPE_INT));
        return fr_binary(s, span, TOK_SUB, fr_const_int(span, 1),
                         fr_binary(s, span, TOK_MUL, odd, fr_const_int(span, 2)));
    }
    return wrapped_power(s, span, a, b);
}

static unsigned int_op(fr_token_kind token)
{
    switch (token) {
    case TOK_ADD: return RG_OP_ADD;
    case TOK_SUB: return RG_OP_SUB;
    case TOK_MUL: return RG_OP_MUL;
    case TOK_IDIV: return RG_OP_DIV;
    case TOK_REM: return RG_OP_REM;
    case TOK_AND: return RG_OP_AND;
    case TOK_OR: return RG_OP_OR;
    case TOK_XOR: return RG_OP_XOR;
    case TOK_SHL: return RG_OP_SHL;
    case TOK_SHR: return RG_OP_SHR;
    case TOK_SAR: return RG_OP_SAR;
    default: return 0;
    }
}

static unsigned fixed_op(fr_token_kind token)
{
    switch (token) {
    case TOK_ADD: return RG_OP_FADD;
    case TOK_SUB: return RG_OP_FSUB;
    case TOK_MUL: return RG_OP_FMUL;
    case TOK_DIV: return RG_OP_FDIV;
    default: return 0;
    }
}

fr_value fr_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    if (!a.ok || !b.ok)
        return fr_fail(span);
    if (fr_is_compound(a.base) || fr_is_compound(b.base))
        return fr_compound_binary(s, span, token, a, b);
    bool log = a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG;
    if (a.constant && b.constant && !log) {
        if (a.base == RG_TYPE_BOOL && b.base == RG_TYPE_BOOL
            && (token == TOK_AND || token == TOK_OR || token == TOK_XOR))
            return bool_constant(span, fold_int(s, span, token, a.integer, b.integer).integer != 0);
        if (fr_is_whole(a) && fr_is_whole(b))
            return fold_int(s, span, token, a.integer, b.integer);
        return fold_real(s, span, token, fr_real_of(a), fr_real_of(b));
    }
    if (comparison_op(token))
        return compare(s, span, token, a, b);
    if (log)
        return log_operation(s, span, token, a, b);
    bool ints = fr_is_whole(a) && fr_is_whole(b);
    if (token == TOK_POW)
        return ints && !(b.constant && b.integer < 0) ? int_power(s, span, a, b)
                                                      : fixed_power(s, span, a, b);
    if (ints && a.base == RG_TYPE_BOOL && b.base == RG_TYPE_BOOL
        && (token == TOK_AND || token == TOK_OR || token == TOK_XOR))
        return fr_op2(s, span, int_op(token), fr_convert(s, a, RG_TYPE_BOOL),
                      fr_convert(s, b, RG_TYPE_BOOL));
    if (ints && token != TOK_DIV)
        return int_op(token) ? fr_op2(s, span, int_op(token), fr_convert(s, a, RG_TYPE_INT),
                                      fr_convert(s, b, RG_TYPE_INT))
                             : undefined(s, span, token, a, b);
    if (token == TOK_IDIV || token == TOK_REM)
        return fr_real_division(s, span, a, b, false, token == TOK_REM);
    if (!fixed_op(token))
        return undefined(s, span, token, a, b);
    return fr_op2(s, span, fixed_op(token), fr_convert(s, a, RG_TYPE_FIXED),
                  fr_convert(s, b, RG_TYPE_FIXED));
}

static fr_value lower_unary(fr_sema *s, const fr_expr *e)
{
    fr_value v = fr_lower_expr(s, e->right);
    if (!v.ok)
        return fr_fail(e->span);
    bool found;
    if (fr_is_complex(s, v.base) && e->token == TOK_SQRT)
        return fr_complex_function(s, "sqrt", e->span, v, &found);
    switch (e->token) {
    case TOK_ADD: return v;
    case TOK_SUB:
        if (v.base == RG_TYPE_LOG) {
            fr_help(s->d,
                    fr_report(s->d, RGC_ERROR, "R0203", e->span, "'-' before a Log is not defined"),
                    "multiply by -1, or write -convert(x) to go on with Fixed");
            return fr_fail(e->span);
        }
        if (fr_is_compound(v.base) && !fr_is_complex(s, v.base))
            return fr_binary(s, e->span, TOK_MUL, fr_const_int(e->span, -1), v);
        return fr_binary(
            s, e->span, TOK_SUB,
            v.base == RG_TYPE_FIXED ? fr_const_real(e->span, 0) : fr_const_int(e->span, 0), v);
    case TOK_SQRT: {
        if (v.constant && v.base != RG_TYPE_LOG && fr_real_of(v) >= 0)
            return fr_const_real(e->span, sqrtl(fr_real_of(v)));
        ir_expr *x = fr_convert(s, v, RG_TYPE_FIXED);
        return fr_op1(s, e->span, RG_OP_FSQRT, x);
    }
    case TOK_TILDE:
        if (v.base == RG_TYPE_INT)
            return fr_binary(s, e->span, TOK_XOR, v, fr_const_int(e->span, -1));
        break;
    default: break;
    }
    if (v.base != RG_TYPE_BOOL) {
        rgc_diagnostic *r =
            fr_report(s->d, RGC_ERROR, "R0203", e->span, "'%s' is not defined on %s",
                      e->token == TOK_TILDE ? "~" : "!", fr_type_text(s, (fr_type){v.base, 0}));
        fr_help(s->d, r, "write a comparison such as x == 0");
        return fr_fail(e->span);
    }
    if (v.constant)
        return bool_constant(e->span, !v.integer);
    return fr_typed(e->span, ir_expr_not(s->module, fr_loc(s, e->span), v.ir));
}

static bool is_size_call(const fr_expr *e)
{
    return e->kind == EX_CALL && e->left->kind == EX_NAME && strcmp(e->left->name, "size") == 0
           && e->count == 1;
}

/* Component i of a tuple or of size(A); *count is their number. */
static fr_expr *component(fr_sema *s, fr_expr *e, size_t i, size_t *count)
{
    if (e->kind == EX_TUPLE) {
        *count = e->count;
        return i < e->count ? e->items[i] : NULL;
    }
    const fr_var *v = e->items[0]->kind == EX_NAME ? fr_find_var(s, e->items[0]->name) : NULL;
    *count = v && v->type.rank ? v->type.rank : 1;
    fr_expr *call = fr_alloc(s->arena, sizeof *call), *dim = fr_alloc(s->arena, sizeof *dim);
    *call = *e;
    *dim = (fr_expr){.kind = EX_INT, .span = e->span, .integer = i + 1};
    call->items = fr_alloc(s->arena, 2 * sizeof *call->items);
    call->items[0] = e->items[0];
    call->items[1] = dim;
    call->count = 2;
    return call;
}

/* size(A) == (m, n) and the like: all components, one by one */
static fr_value lower_tuple_equality(fr_sema *s, const fr_expr *e)
{
    size_t n, m;
    fr_value all = bool_constant(e->span, true);
    component(s, e->left, 0, &n);
    component(s, e->right, 0, &m);
    if (n != m)
        return bool_constant(e->span, e->token != TOK_EQ);
    for (size_t i = 0; i < n; i++) {
        fr_value a = fr_lower_expr(s, component(s, e->left, i, &m)),
                 b = fr_lower_expr(s, component(s, e->right, i, &m));
        fr_value same = fr_binary(s, e->span, TOK_EQ, a, b);
        if (!same.ok)
            return same;
        ir_expr *x = fr_convert(s, same, RG_TYPE_BOOL);
        all = i == 0 ? same
                     : fr_typed(e->span, ir_expr_and(s->module, fr_loc(s, e->span),
                                                     fr_convert(s, all, RG_TYPE_BOOL), x));
    }
    if (e->token == TOK_EQ || !all.ok)
        return all;
    return all.constant ? bool_constant(e->span, !all.integer)
                        : fr_typed(e->span, ir_expr_not(s->module, fr_loc(s, e->span), all.ir));
}

static fr_value lower_logic(fr_sema *s, const fr_expr *e)
{
    ir_expr *a = fr_lower_condition(s, e->left), *b = fr_lower_condition(s, e->right);
    if (!a || !b)
        return fr_fail(e->span);
    ir_loc loc = fr_loc(s, e->span);
    if (a->kind == IR_CONST) /* the left side decides, or the right side is the value */
        return (a->raw != 0) != (e->token == TOK_ANDAND) ? bool_constant(e->span, a->raw != 0)
               : b->kind == IR_CONST                     ? bool_constant(e->span, b->raw != 0)
                                                         : fr_typed(e->span, b);
    return fr_typed(e->span, e->token == TOK_ANDAND ? ir_expr_and(s->module, loc, a, b)
                                                    : ir_expr_or(s->module, loc, a, b));
}

/* x |> f is f(x); x |> f(c) has f take x first. */
static fr_value lower_pipe(fr_sema *s, const fr_expr *e)
{
    const fr_expr *f = e->right;
    if (f->kind == EX_NAME) {
        static const struct {
            const char *name;
            fr_token_kind token;
            int64_t by;
        } views[] = {
            {"NEG", TOK_SUB, 0}, {"INC", TOK_ADD, 1}, {"DEC", TOK_SUB, 1}, {"FLIP", TOK_NOT, 0}};
        for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
            if (strcmp(f->name, views[i].name) == 0)
                return fr_lower_expr(
                    s, views[i].by ? fr_make_binary(s->arena, views[i].token, e->left,
                                                    fr_make_int(s->arena, e->span, views[i].by))
                                   : fr_make_unary(s->arena, e->span, views[i].token, e->left));
        return fr_lower_expr(s, fr_make_call(s->arena, e->span,
                                             strcmp(f->name, "INV") == 0    ? "inv"
                                             : strcmp(f->name, "CONJ") == 0 ? "conj"
                                                                            : f->name,
                                             1, &e->left));
    }
    bool add = fr_calls_name(f, "AddConst");
    if ((add || fr_calls_name(f, "SubConst")) && f->count == 1)
        return fr_lower_expr(
            s, fr_make_binary(s->arena, add ? TOK_ADD : TOK_SUB, e->left, f->items[0]));
    fr_report(s->d, RGC_ERROR, "R0114", f->span,
              "a value is piped into a function, as in x |> sin");
    return fr_fail(e->span);
}

static bool is_array(fr_sema *s, const fr_expr *e)
{
    fr_view v;
    return fr_view_of(s, e, &v) && v.rank > 0;
}

/* A * x, x' * y. */
static fr_value refuse_product(fr_sema *s, const fr_expr *e)
{
    fr_view a, b;
    const bool inner = fr_view_of(s, e->left, &a) && fr_view_of(s, e->right, &b)
                       && a.array->type.rank == 1 && b.array->type.rank == 1;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0204", e->span, "a product of arrays is no number here");
    fr_help(s->d, r,
            inner ? "the product of two vectors is dot(x, y)"
                  : "add it to an array, y .+= A * x, or reduce it, sum(A * x)");
    return fr_fail(e->span);
}

/* x == y of arrays, which is one condition in Julia. */
static fr_value refuse_comparison(fr_sema *s, const fr_expr *e)
{
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0204", e->span, "arrays are compared element by element");
    fr_help(s->d, r, e->token == TOK_EQ ? "write all(%s .== %s)" : "write any(%s .!= %s)",
            fr_written_text(s, e->left), fr_written_text(s, e->right));
    return fr_fail(e->span);
}

static fr_value lower_binary(fr_sema *s, const fr_expr *e)
{
    if (e->token == TOK_ANDAND || e->token == TOK_OROR)
        return lower_logic(s, e);
    if ((e->token == TOK_EQ || e->token == TOK_NE)
        && (is_size_call(e->left) || is_size_call(e->right))
        && (e->left->kind == EX_TUPLE || is_size_call(e->left))
        && (e->right->kind == EX_TUPLE || is_size_call(e->right)))
        return lower_tuple_equality(s, e);
    if (fr_is_dotted(e->token))
        return elementwise(s, e->span);
    fr_type type;
    if (e->token == TOK_PIPE && fr_place_type(s, e, &type))
        return lower_part(s, e);
    if (e->token == TOK_PIPE)
        return lower_pipe(s, e);
    if (e->token == TOK_RATIONAL || e->token == TOK_BACKSLASH)
        return later(s, e->span, "this operator is");
    if (e->token == TOK_MUL && is_array(s, e->left) && is_array(s, e->right))
        return refuse_product(s, e);
    if ((e->token == TOK_EQ || e->token == TOK_NE) && is_array(s, e->left) && is_array(s, e->right))
        return refuse_comparison(s, e);
    fr_value a = fr_lower_expr(s, e->left);
    fr_value b = fr_lower_expr(s, e->right);
    return fr_binary(s, e->span, e->token, a, b);
}

static fr_value lower_ternary(fr_sema *s, const fr_expr *e)
{
    ir_expr *c = fr_lower_condition(s, e->left);
    fr_value yes = fr_lower_expr(s, e->right), no = fr_lower_expr(s, e->third);
    if (!c || !yes.ok || !no.ok)
        return fr_fail(e->span);
    if (fr_is_compound(yes.base) || fr_is_compound(no.base))
        return fr_compound_select(s, e->span, c, yes, no);
    rg_type_base base = yes.base == no.base                                     ? yes.base
                        : yes.base == RG_TYPE_LOG || no.base == RG_TYPE_LOG     ? RG_TYPE_LOG
                        : yes.base == RG_TYPE_FIXED || no.base == RG_TYPE_FIXED ? RG_TYPE_FIXED
                                                                                : RG_TYPE_INT;
    if (c->kind == IR_CONST && yes.constant && no.constant && base != RG_TYPE_LOG) {
        const fr_value chosen = c->raw ? yes : no;
        return chosen.base == base ? chosen : fr_const_real(e->span, fr_real_of(chosen));
    }
    ir_expr *a = fr_convert(s, yes, base), *b = fr_convert(s, no, base);
    if (!a || !b)
        return fr_fail(e->span);
    return fr_typed(e->span, ir_expr_select(s->module, fr_loc(s, e->span), c, a, b));
}

static fr_value lower_tuple(fr_sema *s, const fr_expr *e)
{
    fr_value *parts = fr_alloc(s->arena, (e->count + 1) * sizeof *parts);
    for (size_t i = 0; i < e->count; i++)
        parts[i] = fr_lower_expr(s, e->items[i]);
    return fr_make_tuple(s, e->span, e->count, parts);
}

fr_value fr_lower_expr(fr_sema *s, const fr_expr *e)
{
    fr_value v;
    switch (e->kind) {
    case EX_INT: return fr_const_int(e->span, (int64_t)e->integer);
    case EX_REAL: return fr_const_real(e->span, e->real);
    case EX_BOOL: return bool_constant(e->span, e->integer != 0);
    case EX_NAME: return lower_name(s, e);
    case EX_INDEX:
    case EX_FIELD: return lower_part(s, e);
    case EX_CALL: return fr_lower_call_expr(s, e);
    case EX_BINARY: return lower_binary(s, e);
    case EX_UNARY: return lower_unary(s, e);
    case EX_TERNARY: return lower_ternary(s, e);
    case EX_END:
        if (s->end_array)
            return fr_typed(e->span, fr_extent(s, fr_loc(s, e->span), s->end_array, s->end_dim));
        break;
    case EX_ADJOINT:
        if (fr_refuse_view(s, e))
            return fr_fail(e->span);
        v = fr_lower_expr(s, e->left); /* of a real number: itself */
        if (v.ok && fr_is_complex(s, v.base))
            return fr_complex_function(s, "conj", e->span, v, &(bool){false});
        return v;
    case EX_DOTCALL: return elementwise(s, e->span);
    case EX_ARRAY:
        fr_help(s->d,
                fr_report(s->d, RGC_ERROR, "R0199", e->span,
                          "an array is not made inside this expression"),
                "give it a name before: v <- [...], and write v here");
        return fr_fail(e->span);
    case EX_COLON: return later(s, e->span, "making arrays and slices inside an expression is");
    case EX_TUPLE: return lower_tuple(s, e);
    case EX_SPLAT: return later(s, e->span, "splatting is");
    case EX_STRING: return refuse_text(s, e);
    default: break;
    }
    fr_report(s->d, RGC_ERROR, "R0114", e->span, "this has no value here");
    return fr_fail(e->span);
}
