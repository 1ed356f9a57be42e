/* values.c: constants, typed words, and the operators between them. */
#include <math.h>

#include "tests/oracle/internal.h"

or_value or_int(int64_t v) { return (or_value){.constant = true, .base = RG_TYPE_INT, .word = v}; }
or_value or_bool(bool v) { return (or_value){.constant = true, .base = RG_TYPE_BOOL, .word = v}; }
or_value or_real(long double v)
{
    return (or_value){.constant = true, .base = RG_TYPE_FIXED, .real = v};
}
bool or_integral(or_value v) { return v.base == RG_TYPE_INT || v.base == RG_TYPE_BOOL; }
long double or_number(or_value v) { return or_integral(v) ? (long double)v.word : v.real; }

static int64_t low_bits(int64_t word, unsigned bits)
{
    return (int64_t)((uint64_t)word << (64 - bits)) >> (64 - bits);
}
int64_t or_wrap(const oracle *o, int64_t word) { return low_bits(word, o->num.xlen); }
int64_t or_log_field(const oracle *o, int64_t word) { return low_bits(word, o->num.xlen - 1); }
bool or_large(const oracle *o, int64_t word) { return low_bits(word, o->num.xlen - 2) != word; }

int64_t or_log_word(const oracle *o, bool negative, int64_t field)
{
    uint64_t sign = UINT64_C(1) << (o->num.xlen - 1);
    return or_wrap(o, (int64_t)(((uint64_t)field & (sign - 1)) | (negative ? sign : 0)));
}

static bool active(rg_type_base base) { return base == RG_TYPE_FIXED || base == RG_TYPE_LOG; }

static int64_t constant_word(oracle *o, or_value v, rg_type_base base)
{
    long double x = or_number(v);
    int frac = (int)o->num.frac;
    if (base == RG_TYPE_INT || base == RG_TYPE_BOOL)
        return or_integral(v) ? v.word : (int64_t)x;
    if (base == RG_TYPE_FIXED)
        return (int64_t)rintl(ldexpl(x, frac));
    if (x == 0)
        or_stop(o, OR_UNDEFINED, 0, "zero as Log");
    return or_log_word(o, x < 0, (int64_t)rintl(ldexpl(log2l(fabsl(x)), frac)));
}

or_value or_convert(oracle *o, or_value v, rg_type_base base)
{
    if (v.constant)
        return (or_value){.base = base, .word = constant_word(o, v, base)};
    if (v.base == base)
        return v;
    if (base == RG_TYPE_INT && v.base == RG_TYPE_BOOL) {
        v.base = base;
        return v;
    }
    if (base == RG_TYPE_FIXED && or_integral(v))
        return or_op1(o, RG_OP_ITOF, v);
    or_stop(o, OR_UNDEFINED, 0, "no such conversion");
}

static rg_type_base result_base(unsigned op, or_value a, or_value b)
{
    const rg_op_info *info = rg_op_lookup((uint8_t)op);
    if (op >= RG_OP_EQ && op <= RG_OP_GE)
        return RG_TYPE_BOOL;
    if (info->kind == RG_KIND_FIX || info->kind == RG_KIND_LOG)
        return info->kind == RG_KIND_FIX ? RG_TYPE_FIXED : RG_TYPE_LOG;
    bool logic = op == RG_OP_AND || op == RG_OP_OR || op == RG_OP_XOR;
    return logic && a.base == RG_TYPE_BOOL && b.base == RG_TYPE_BOOL ? RG_TYPE_BOOL : RG_TYPE_INT;
}

or_value or_op2(oracle *o, unsigned op, or_value a, or_value b)
{
    const rg_op_info *info = rg_op_lookup((uint8_t)op);
    or_value r = {.base = result_base(op, a, b)};
    rg_num_in in = {.op = op, .a = a.word, .b = b.word};
    rg_num_out out;
    if (o->types_only)
        return r;
    rg_num_eval(&o->num, &in, &out);
    if (out.trap)
        or_stop(o, OR_TRAP, out.trap, "an operation trapped");
    r.word = out.f;
    if (r.base == RG_TYPE_FIXED && or_large(o, r.word))
        o->near_limit = true;
    uint32_t ca = info->ga[0] ? a.cell : 0, cb = info->gb[0] ? b.cell : 0;
    if (!o->recording || !active(r.base) || (!ca && !cb))
        return r;
    r.cell = or_new_cells(o, 1);
    or_record(o, (or_tape){.kind = OR_TAPE_OP,
                           .op = (uint8_t)op,
                           .target = r.cell,
                           .a = ca,
                           .b = cb,
                           .va = a.word,
                           .vb = b.word});
    return r;
}

or_value or_op1(oracle *o, unsigned op, or_value b)
{
    return or_op2(o, op, (or_value){.base = b.base}, b);
}

or_value or_to_log(oracle *o, or_value v)
{
    if (v.base == RG_TYPE_LOG)
        return v;
    if (v.constant) {
        v.real = or_number(v);
        v.base = RG_TYPE_LOG;
        return v;
    }
    return or_op1(o, RG_OP_LMULF, or_convert(o, v, RG_TYPE_FIXED));
}

or_value or_to_fixed(oracle *o, or_value v)
{
    if (v.constant)
        return or_real(v.base == RG_TYPE_LOG ? v.real : or_number(v));
    return v.base == RG_TYPE_LOG ? or_op1(o, RG_OP_LTOF, v) : or_convert(o, v, RG_TYPE_FIXED);
}

/* ---- operators ---- */

static int comparison(fr_token_kind t)
{
    switch (t) {
    case TOK_EQ: return RG_OP_EQ;
    case TOK_NE: return RG_OP_NE;
    case TOK_LT: return RG_OP_LT;
    case TOK_LE: return RG_OP_LE;
    case TOK_GT: return RG_OP_GT;
    case TOK_GE: return RG_OP_GE;
    default: return 0;
    }
}

static bool holds(int op, long double a, long double b)
{
    return op == RG_OP_EQ   ? a == b
           : op == RG_OP_NE ? a != b
           : op == RG_OP_LT ? a < b
           : op == RG_OP_LE ? a <= b
           : op == RG_OP_GT ? a > b
                            : a >= b;
}

static unsigned int_operation(fr_token_kind t)
{
    switch (t) {
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

static or_value both_constant(oracle *o, fr_token_kind t, or_value a, or_value b)
{
    if (comparison(t))
        return or_bool(holds(comparison(t), or_number(a), or_number(b)));
    if (or_integral(a) && or_integral(b) && int_operation(t)) {
        bool old = o->types_only;
        o->types_only = false;
        or_value r = or_op2(o, int_operation(t), a, b);
        o->types_only = old;
        r.constant = true;
        return r;
    }
    long double x = or_number(a), y = or_number(b), r = 0;
    switch (t) {
    case TOK_ADD: r = x + y; break;
    case TOK_SUB: r = x - y; break;
    case TOK_MUL: r = x * y; break;
    case TOK_DIV: r = x / y; break;
    case TOK_POW: r = powl(x, y); break;
    default: or_stop(o, OR_UNDEFINED, 0, "no such constant operation");
    }
    if (!isfinite(r))
        or_stop(o, OR_UNDEFINED, 0, "a constant without value");
    return t == TOK_POW && or_integral(a) && or_integral(b) && y >= 0 ? or_int((int64_t)r)
                                                                      : or_real(r);
}

/* x^n, n not 0, by the bits of n from the highest on: a square for each, and x where it is set. */
static or_value products(oracle *o, or_value x, int64_t n)
{
    const int64_t count = n < 0 ? -n : n;
    const or_value base = n < 0 ? or_op2(o, RG_OP_FDIV, or_convert(o, or_real(1), RG_TYPE_FIXED), x)
                                : x;
    or_value r = base;
    int64_t bit = 1;

    while (bit * 2 <= count)
        bit *= 2;
    for (bit /= 2; bit > 0; bit /= 2) {
        r = or_op2(o, RG_OP_FMUL, r, r);
        if (count & bit)
            r = or_op2(o, RG_OP_FMUL, r, base);
    }
    return r;
}

static or_value power(oracle *o, or_value a, or_value b)
{
    if (or_integral(a) && or_integral(b)) {
        or_value x = or_convert(o, a, RG_TYPE_INT), r = x;
        if (!b.constant || b.word < 0 || b.word > 8)
            or_stop(o, OR_UNDEFINED, 0, "a power of Int");
        if (b.word == 0)
            return or_int(1);
        for (int64_t i = 1; i < b.word; i++)
            r = or_op2(o, RG_OP_MUL, r, x);
        return r;
    }
    or_value x = or_convert(o, a, RG_TYPE_FIXED);
    if (b.constant && or_integral(b) && b.word == 0)
        return or_real(1);
    if (b.constant && or_integral(b) && b.word >= -16 && b.word <= 16)
        return products(o, x, b.word);
    if (b.constant && !or_integral(b) && b.real == 0.5L)
        return or_op1(o, RG_OP_FSQRT, x);
    if (or_integral(b))
        return or_op2(o, RG_OP_FPOWI, x, or_convert(o, b, RG_TYPE_INT));
    return or_op2(o, RG_OP_FPOW, x, or_convert(o, b, RG_TYPE_FIXED));
}

static or_value logarithmic(oracle *o, fr_token_kind t, or_value a, or_value b)
{
    if (t == TOK_POW && b.base == RG_TYPE_FIXED)
        return or_op2(o, RG_OP_LPOW, or_convert(o, a, RG_TYPE_LOG),
                      or_convert(o, b, RG_TYPE_FIXED));
    if (t == TOK_POW)
        return or_op2(o, RG_OP_LPOWI, or_convert(o, a, RG_TYPE_LOG), or_convert(o, b, RG_TYPE_INT));
    unsigned op = t == TOK_MUL   ? RG_OP_LMUL2
                  : t == TOK_DIV ? RG_OP_LDIV2
                  : t == TOK_ADD ? RG_OP_LADD2
                  : t == TOK_SUB ? RG_OP_LSUB2
                                 : 0;
    if (!op)
        or_stop(o, OR_UNDEFINED, 0, "no such operation on Log");
    or_value x = or_convert(o, or_to_log(o, a), RG_TYPE_LOG),
             y = or_convert(o, or_to_log(o, b), RG_TYPE_LOG);
    return or_op2(o, op, x, y);
}

or_value or_binary(oracle *o, fr_token_kind t, or_value a, or_value b)
{
    bool log = a.base == RG_TYPE_LOG || b.base == RG_TYPE_LOG,
         ints = or_integral(a) && or_integral(b);
    if (a.constant && b.constant && !log)
        return both_constant(o, t, a, b);
    if (comparison(t)) {
        rg_type_base base = log ? RG_TYPE_LOG : ints ? RG_TYPE_INT : RG_TYPE_FIXED;
        return or_op2(o, (unsigned)comparison(t), or_convert(o, a, base), or_convert(o, b, base));
    }
    if (log)
        return logarithmic(o, t, a, b);
    if (t == TOK_POW)
        return power(o, a, b);
    if (ints && t != TOK_DIV && int_operation(t)) {
        bool logic = a.base == RG_TYPE_BOOL && b.base == RG_TYPE_BOOL;
        rg_type_base base = logic ? RG_TYPE_BOOL : RG_TYPE_INT;
        return or_op2(o, int_operation(t), or_convert(o, a, base), or_convert(o, b, base));
    }
    unsigned op = t == TOK_ADD   ? RG_OP_FADD
                  : t == TOK_SUB ? RG_OP_FSUB
                  : t == TOK_MUL ? RG_OP_FMUL
                  : t == TOK_DIV ? RG_OP_FDIV
                                 : 0;
    if (!op)
        or_stop(o, OR_UNDEFINED, 0, "no such operation");
    return or_op2(o, op, or_convert(o, a, RG_TYPE_FIXED), or_convert(o, b, RG_TYPE_FIXED));
}
