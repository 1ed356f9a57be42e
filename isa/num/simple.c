/* simple.c: the operations that take one clock: integers, fixed-point sums, log sums. */
#include "isa/isa.h"
#include "isa/num/code.h"

static int64_t add_wrapping(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t sub_wrapping(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }

static int64_t shift_by(unsigned op, int64_t a, int64_t b, unsigned xlen)
{
    uint64_t word = (uint64_t)a & (UINT64_MAX >> (64 - xlen));
    bool inside = b >= 0 && b < (int64_t)xlen;
    if (op == RG_OP_SAR)
        return a >> (inside ? b : 63);
    if (!inside)
        return 0;
    return (int64_t)(op == RG_OP_SHL ? word << b : word >> b);
}

static int64_t population(int64_t b, unsigned xlen)
{
    return __builtin_popcountll((uint64_t)b & (UINT64_MAX >> (64 - xlen)));
}

/* floor, ceil, round, trunc of a fixed word, as an integer */
static int64_t to_integer(unsigned op, int64_t b, unsigned frac)
{
    int64_t q = b >> frac;
    uint64_t part = (uint64_t)b & (((uint64_t)1 << frac) - 1), half = ((uint64_t)1 << frac) >> 1;
    bool up = op == RG_OP_CEIL    ? part != 0
              : op == RG_OP_TRUNC ? part != 0 && b < 0
              : op == RG_OP_ROUND ? part > half || (part != 0 && part == half && (q & 1))
                                  : false;
    return q + up;
}

static int64_t integer(const rg_num_config *config, unsigned op, int64_t a, int64_t b)
{
    switch (op) {
    case RG_OP_MOV: return b;
    case RG_OP_ADD: return add_wrapping(a, b);
    case RG_OP_SUB: return sub_wrapping(a, b);
    case RG_OP_AND: return a & b;
    case RG_OP_OR: return a | b;
    case RG_OP_XOR: return a ^ b;
    case RG_OP_SHL:
    case RG_OP_SHR:
    case RG_OP_SAR: return shift_by(op, a, b, config->xlen);
    case RG_OP_SIGN: return (b > 0) - (b < 0);
    case RG_OP_EQ: return a == b;
    case RG_OP_NE: return a != b;
    case RG_OP_LT: return a < b;
    case RG_OP_LE: return a <= b;
    case RG_OP_GT: return a > b;
    case RG_OP_GE: return a >= b;
    case RG_OP_MIN: return a < b ? a : b;
    case RG_OP_MAX: return a > b ? a : b;
    case RG_OP_ABS: return b < 0 ? sub_wrapping(0, b) : b;
    case RG_OP_POPC: return population(b, config->xlen);
    case RG_OP_FLOOR:
    case RG_OP_CEIL:
    case RG_OP_ROUND:
    case RG_OP_TRUNC: return to_integer(op, b, config->frac);
    default: return 0;
    }
}

static int64_t checked(int64_t value, bool overflow, bool may_wrap, rg_num_out *out)
{
    if (overflow && may_wrap)
        out->value_ovf = true;
    else if (overflow)
        out->trap = RG_TRAP_OVERFLOW;
    return value;
}

static int64_t add_fixed(const rg_num_config *config, int64_t a, int64_t b, bool subtract,
                         bool wrap, rg_num_out *out)
{
    int64_t sum;
    bool over = subtract ? __builtin_sub_overflow(a, b, &sum) : __builtin_add_overflow(a, b, &sum);
    int64_t word = rg_num_wrap(sum, config->xlen);
    return checked(word, over || word != sum, wrap, out);
}

static int64_t from_integer(const rg_num_config *config, int64_t b, bool wrap, rg_num_out *out)
{
    int64_t word = rg_num_wrap((int64_t)((uint64_t)b << config->frac), config->xlen);
    return checked(word, word >> config->frac != b, wrap, out);
}

/* Products and quotients of LOG words: the fields of XLEN-1 bits add, the signs cancel. */
static int64_t add_logs(const rg_num_config *config, int64_t a, int64_t b, bool subtract, bool wrap,
                        rg_num_out *out)
{
    unsigned bits = config->xlen - 1;
    int64_t la = rg_num_wrap(a, bits), lb = rg_num_wrap(b, bits);
    int64_t sum = subtract ? la - lb : la + lb, field = rg_num_wrap(sum, bits);
    uint64_t top = (uint64_t)1 << bits, low = (uint64_t)field & (top - 1);
    int64_t word = rg_num_wrap((int64_t)((a < 0) != (b < 0) ? low | top : low), config->xlen);
    return checked(word, field != sum, wrap, out);
}

/* a > b as numbers. */
static bool log_greater(const rg_num_config *config, int64_t a, int64_t b)
{
    int64_t la = rg_num_wrap(a, config->xlen - 1), lb = rg_num_wrap(b, config->xlen - 1);
    return (a < 0) != (b < 0) ? b < 0 : a < 0 ? la < lb : la > lb;
}

static int64_t negated(const rg_num_config *config, int64_t g, rg_num_out *out)
{
    int64_t d = rg_num_wrap(sub_wrapping(0, g), config->xlen);
    if (g < 0 && d == g)
        out->grad_ovf++;
    return d;
}

static void fixed(const rg_num_config *config, const rg_num_in *in, rg_num_out *out)
{
    int64_t a = in->a, b = in->b;
    switch (in->op) {
    case RG_OP_FMOV:
    case RG_OP_LMUL: out->f = b; break;
    case RG_OP_FADD:
    case RG_OP_FSUB: out->f = add_fixed(config, a, b, in->op == RG_OP_FSUB, in->wrap, out); break;
    case RG_OP_FMIN: out->f = a < b ? a : b; break;
    case RG_OP_FMAX: out->f = a > b ? a : b; break;
    case RG_OP_FABS: out->f = b < 0 ? add_fixed(config, 0, b, true, false, out) : b; break;
    case RG_OP_ITOF: out->f = from_integer(config, b, in->wrap, out); break;
    case RG_OP_LMAX: out->f = log_greater(config, a, b) ? a : b; break;
    case RG_OP_LMUL2:
    case RG_OP_LDIV2: out->f = add_logs(config, a, b, in->op == RG_OP_LDIV2, in->wrap, out); break;
    default: break;
    }
}

static void fixed_gradient(const rg_num_config *config, const rg_num_in *in, rg_num_out *out)
{
    int64_t a = in->a, b = in->b, g = in->gy;
    switch (in->op) {
    case RG_OP_FADD:
    case RG_OP_LMUL2: out->da = out->db = g; break;
    case RG_OP_FSUB:
    case RG_OP_LDIV2:
        out->da = g;
        out->db = negated(config, g, out);
        break;
    case RG_OP_FMOV:
    case RG_OP_LMUL: out->db = g; break;
    case RG_OP_FMIN:
        out->da = a < b ? g : 0;
        out->db = a < b ? 0 : g;
        break;
    case RG_OP_FMAX:
        out->da = a > b ? g : 0;
        out->db = a > b ? 0 : g;
        break;
    case RG_OP_LMAX:
        if (log_greater(config, a, b))
            out->da = g;
        else
            out->db = g;
        break;
    case RG_OP_FABS: out->db = b < 0 ? negated(config, g, out) : b > 0 ? g : 0; break;
    default: break;
    }
}

void rg_num_simple(const rg_num_config *config, const rg_num_in *in, rg_num_out *out)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    if (info == NULL || (info->format != RG_FMT_U && info->format != RG_FMT_U1))
        return;
    if (info->kind == RG_KIND_INT) {
        out->f = rg_num_wrap(integer(config, in->op, in->a, in->b), config->xlen);
        return;
    }
    fixed(config, in, out);
    if (in->grad)
        fixed_gradient(config, in, out);
}
