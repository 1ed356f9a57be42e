/* few.c: products, quotients, powers and exact sums whose few digits are changed by one. Other
 * functions are 0 only where they should be. */
#include "sim/fast/few.h"

static bool has_rest_of_sum(const rg_machine *m, rg_wide sum)
{
    return (sum & (((rg_wide)1 << m->config.num.frac) - 1)) != 0;
}

static bool is_rounded(const rg_machine *m, const rg_num_in *in)
{
    switch (in->op) {
    case RG_OP_FMUL: return has_rest_of_sum(m, (rg_wide)in->a * in->b);
    case RG_OP_FDIV: return (in->a * ((rg_wide)1 << m->config.num.frac)) % in->b != 0;
    case RG_OP_WOUT: return has_rest_of_sum(m, in->w);
    case RG_OP_FPOW:
    case RG_OP_FPOWI: return in->a != 0;
    case RG_OP_FEXP:
    case RG_OP_FEXP2:
    case RG_OP_LTOF: return true;
    default: return false;
    }
}

/* The sign of what vanished. */
static bool is_negative(const rg_num_in *in)
{
    switch (in->op) {
    case RG_OP_WOUT: return in->w < 0;
    case RG_OP_LTOF: return in->b < 0;
    case RG_OP_FPOWI: return in->a < 0 && (in->b & 1);
    case RG_OP_FMUL:
    case RG_OP_FDIV: return (in->a < 0) != (in->b < 0);
    default: return false;
    }
}

/* One bit of the operands in any order, and of `digits`, as good as random. */
static bool is_odd(const rg_num_in *in, unsigned digits)
{
    uint64_t h = ((uint64_t)in->a + (uint64_t)in->b) ^ (uint64_t)in->w ^ (uint64_t)digits << 56;

    h = (h ^ h >> 31) * RG_RNG_MULTIPLIER;
    h = (h ^ h >> 29) * RG_RNG_INVERSE;
    return h >> 63;
}

int64_t rg_disturbed(const rg_machine *m, unsigned digits, const rg_num_in *in, int64_t f)
{
    const int64_t limit = (int64_t)1 << (digits - 1);
    if (f <= -limit || f >= limit || !is_rounded(m, in))
        return f;
    if (f == 0)
        return is_negative(in) ? -1 : 1;
    return is_odd(in, digits) ? f + 1 : f - 1;
}
