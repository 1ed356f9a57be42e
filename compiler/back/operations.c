/* operations.c: constants and operations of expressions, as the instruction set has them. */
#include <string.h>

#include "cg.h"

unsigned cg_move_op(rg_type_base base)
{
    return base == RG_TYPE_FIXED ? RG_OP_FMOV : base == RG_TYPE_LOG ? RG_OP_LMUL : RG_OP_MOV;
}

unsigned cg_load_op(rg_type_base base)
{
    return base == RG_TYPE_FIXED ? RG_OP_LDF : base == RG_TYPE_LOG ? RG_OP_LDL : RG_OP_LD;
}

unsigned cg_store_op(rg_type_base base)
{
    return base == RG_TYPE_FIXED ? RG_OP_STF : base == RG_TYPE_LOG ? RG_OP_STL : RG_OP_ST;
}

rg_operand_kind cg_operand_kind(rg_type_base base)
{
    return base == RG_TYPE_FIXED ? RG_BK_F : base == RG_TYPE_LOG ? RG_BK_L : RG_BK_I;
}

bool cg_constant(const ir_expr *e, int64_t *value)
{
    if (!e || e->kind != IR_CONST)
        return false;
    *value = e->raw;
    return true;
}

/* The constant as an immediate B of kind bk. */
bool cg_immediate(const cg *g, const ir_expr *e, rg_operand_kind bk, int32_t *imm)
{
    int64_t value;

    if (!cg_constant(e, &value))
        return false;
    if (bk == RG_BK_F && g->module->wide) {
        double number;
        memcpy(&number, &value, sizeof number);
        if (!(number >= -1024 && number < 1024) || number != (double)(int32_t)number)
            return false;
        value = (int32_t)number;
    } else if (bk == RG_BK_F) {
        int64_t one = INT64_C(1) << g->module->frac;
        if (value % one != 0)
            return false;
        value /= one;
    }
    if (value < -1024 || value > 1023)
        return false;
    *imm = (int32_t)value;
    return true;
}

bool cg_is_float_word(const cg *g, const ir_expr *e)
{
    return g->module->wide && e->kind == IR_CONST && e->type == RG_TYPE_FIXED;
}

unsigned cg_exchanged(unsigned op)
{
    switch (op) {
    case RG_OP_LT: return RG_OP_GT;
    case RG_OP_GT: return RG_OP_LT;
    case RG_OP_LE: return RG_OP_GE;
    case RG_OP_GE: return RG_OP_LE;
    case RG_OP_ADD:
    case RG_OP_MUL:
    case RG_OP_AND:
    case RG_OP_OR:
    case RG_OP_XOR:
    case RG_OP_EQ:
    case RG_OP_NE:
    case RG_OP_MIN:
    case RG_OP_MAX:
    case RG_OP_FADD:
    case RG_OP_FMUL:
    case RG_OP_FHYPOT:
    case RG_OP_LMUL2: return op;
    default: return 0;
    }
}

bool cg_compares_wide(const cg *g, const ir_expr *e)
{
    return g->module->wide && e->kind == IR_OP && rg_type_has_gradient(e->left->type)
           && ((e->op >= RG_OP_EQ && e->op <= RG_OP_GE) || e->op == RG_OP_SIGN);
}
