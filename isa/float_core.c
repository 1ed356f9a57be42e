/* float_core.c: the instructions of the core with Float. The generator makes the properties of
 * operations that rtl/float/core/rg_float_decode.v reads of these lists. */
#include "isa/float_core.h"

#include <string.h>

/* Functions that have a micro-program. */
static bool is_program(unsigned op)
{
    static const uint8_t ops[] = {
#define RG_FLOAT_PROGRAM(op) RG_OP_##op,
#include "isa/num/float/programs.def"
    };

    return memchr(ops, (int)op, sizeof ops) != NULL;
}

/* Updates: functions, sums and products, choices and moves; of Logs, what is exact. */
static bool is_update(unsigned op)
{
    static const uint8_t ops[] = {RG_OP_FMOV, RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL,  RG_OP_FMIN,
                                  RG_OP_FMAX, RG_OP_FABS, RG_OP_ITOF, RG_OP_LDF,   RG_OP_STF,
                                  RG_OP_WMAC, RG_OP_WOUT, RG_OP_LMUL, RG_OP_LMUL2, RG_OP_LDIV2,
                                  RG_OP_LMAX, RG_OP_LDL,  RG_OP_STL};

    return is_program(op) || memchr(ops, (int)op, sizeof ops) != NULL;
}

/* The order of two numbers, the sign of one, and the opposite of one. */
static bool is_of_numbers(unsigned op)
{
    static const uint8_t ops[] = {RG_OP_EQ, RG_OP_NE,   RG_OP_LT,  RG_OP_LE,    RG_OP_GT,
                                  RG_OP_GE, RG_OP_SIGN, RG_OP_NEG, RG_OP_ASSERT};

    return memchr(ops, (int)op, sizeof ops) != NULL;
}

/* Rotations and HADAMARD of two words. */
static bool is_turn(unsigned op)
{
    return op == RG_OP_ROT || op == RG_OP_IROT || op == RG_OP_HAD || op == RG_OP_IHAD;
}

/* A number as an Int. */
static bool is_rounding(unsigned op)
{
    return op == RG_OP_FLOOR || op == RG_OP_CEIL || op == RG_OP_ROUND || op == RG_OP_TRUNC;
}

bool rg_float_core_has_op(unsigned op)
{
    const rg_op_info *info = rg_op_lookup(op);

    return info && op != RG_OP_MULDIV
           && ((info->kind != RG_KIND_FIX && info->kind != RG_KIND_LOG) || is_update(op));
}

unsigned rg_float_core_kinds(unsigned op)
{
    const rg_instruction in = {.op = (uint8_t)op};

    return !rg_float_core_has_op(op) ? 0
           : op == RG_OP_OUT         ? RG_WIDE_OPERANDS /* and no Log */
                                     : rg_kinds_of(&in);
}

bool rg_float_core_unit_op(unsigned op)
{
    return is_update(op) || is_turn(op) || is_rounding(op) || is_of_numbers(op);
}

bool rg_float_core_has(const rg_instruction *in)
{
    return in->words == 0 && rg_float_core_has_op(in->op)
           && (in->kinds & ~rg_float_core_kinds(in->op)) == 0
           && !(in->op == RG_OP_MODE && in->imm & RG_WITH_TANGENT);
}

bool rg_float_core_unit(const rg_instruction *in)
{
    return is_update(in->op) || is_turn(in->op) || is_rounding(in->op)
           || (is_of_numbers(in->op) && (in->kinds & RG_WIDE_OPERANDS));
}

unsigned rg_float_core_clocks(unsigned op, bool gradients)
{
    enum { RG_OP_OTHER = RG_OP_LIMIT };
    static const struct {
        unsigned op, value, gradients;
    } rows[] = {
#define RG_FLOAT_CLOCKS(op, value, gradients) {RG_OP_##op, value, gradients},
#include "isa/num/float/clocks.def"
    };
    unsigned i = 0;

    while (rows[i].op != op && rows[i].op != RG_OP_OTHER)
        i++;
    return gradients ? rows[i].gradients : rows[i].value;
}
