/* float_core.c: the instructions of the core with Float. rtl/float/core/rg_float_decode.v has the
 * same list, and the test of the core compares the two. */
#include "isa/float_core.h"

#include <string.h>

/* Updates of Floats: sums, products, quotients and roots, choices and moves. */
static bool is_update(unsigned op)
{
    static const uint8_t ops[] = {RG_OP_FMOV,  RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL, RG_OP_FDIV,
                                  RG_OP_FSQRT, RG_OP_FMIN, RG_OP_FMAX, RG_OP_FABS, RG_OP_ITOF,
                                  RG_OP_LDF,   RG_OP_STF,  RG_OP_WMAC, RG_OP_WOUT};

    return memchr(ops, (int)op, sizeof ops) != NULL;
}

static bool is_left_out(unsigned op)
{
    static const uint8_t ops[] = {RG_OP_FLOOR, RG_OP_CEIL, RG_OP_ROUND, RG_OP_TRUNC, RG_OP_MULDIV,
                                  RG_OP_WXCH,  RG_OP_ROT,  RG_OP_IROT,  RG_OP_HAD,   RG_OP_IHAD};
    const rg_op_info *info = rg_op_lookup(op);

    return memchr(ops, (int)op, sizeof ops) != NULL
           || ((info->kind == RG_KIND_FIX || info->kind == RG_KIND_LOG) && !is_update(op));
}

bool rg_float_core_has(const rg_instruction *in)
{
    return !rg_is_stream(in) && in->words == 0 && !is_left_out(in->op)
           && !(in->op == RG_OP_OUT && in->kinds & RG_LOG_OUT)
           && !(in->op == RG_OP_MODE && in->imm & RG_WITH_TANGENT);
}

/* The order of two numbers, the sign of one, and the opposite of one. */
static bool is_of_numbers(const rg_instruction *in)
{
    static const uint8_t ops[] = {RG_OP_EQ, RG_OP_NE,   RG_OP_LT,  RG_OP_LE,    RG_OP_GT,
                                  RG_OP_GE, RG_OP_SIGN, RG_OP_NEG, RG_OP_ASSERT};

    return (in->kinds & RG_WIDE_OPERANDS) && memchr(ops, in->op, sizeof ops) != NULL;
}

bool rg_float_core_unit(const rg_instruction *in) { return is_update(in->op) || is_of_numbers(in); }
