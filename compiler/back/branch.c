/* branch.c: conditions that a branch can test by itself, and the branches. */
#include "cg.h"

static const uint8_t branch_op[4][2][2] = {
    /* condition, immediate, landing */
    [RG_COND_EQ] = {{RG_OP_BEQS, RG_OP_BEQL}, {RG_OP_BEQIS, RG_OP_BEQIL}},
    [RG_COND_NE] = {{RG_OP_BNES, RG_OP_BNEL}, {RG_OP_BNEIS, RG_OP_BNEIL}},
    [RG_COND_LT] = {{RG_OP_BLTS, RG_OP_BLTL}, {RG_OP_BLTIS, RG_OP_BLTIL}},
    [RG_COND_GE] = {{RG_OP_BGES, RG_OP_BGEL}, {RG_OP_BGEIS, RG_OP_BGEIL}},
};

cg_compare cg_not(cg_compare c)
{
    static const uint8_t inverse[] = {[RG_COND_EQ] = RG_COND_NE,
                                      [RG_COND_NE] = RG_COND_EQ,
                                      [RG_COND_LT] = RG_COND_GE,
                                      [RG_COND_GE] = RG_COND_LT};

    c.cond = inverse[c.cond];
    return c;
}

/* A register variable, or (small) an immediate. */
static bool resident(cg *g, const ir_expr *e, uint8_t *r)
{
    if (e->kind != IR_VAR || !cg_home_of(g, e->var)->in_register)
        return false;
    *r = cg_home_of(g, e->var)->reg;
    return true;
}

bool cg_against_constant(unsigned op, int64_t value, cg_compare *out)
{
    switch (op) {
    case RG_OP_EQ: out->cond = RG_COND_EQ; break;
    case RG_OP_NE: out->cond = RG_COND_NE; break;
    case RG_OP_LT: out->cond = RG_COND_LT; break;
    case RG_OP_GE: out->cond = RG_COND_GE; break;
    case RG_OP_LE:
        out->cond = RG_COND_LT;
        value++;
        break;
    case RG_OP_GT:
        out->cond = RG_COND_GE;
        value++;
        break;
    default: return false;
    }
    if (value < -16 || value > 15)
        return false;
    out->immediate = true;
    out->imm = (int32_t)value;
    return true;
}

bool cg_between_registers(unsigned op, cg_compare *out)
{
    uint8_t d = out->d;

    switch (op) {
    case RG_OP_EQ: out->cond = RG_COND_EQ; return true;
    case RG_OP_NE: out->cond = RG_COND_NE; return true;
    case RG_OP_LT: out->cond = RG_COND_LT; return true;
    case RG_OP_GE: out->cond = RG_COND_GE; return true;
    case RG_OP_LE:
    case RG_OP_GT:
        out->cond = op == RG_OP_LE ? RG_COND_GE : RG_COND_LT;
        out->d = out->a;
        out->a = d;
        return true;
    default: return false;
    }
}

unsigned cg_flipped(unsigned op)
{
    return op == RG_OP_LT   ? RG_OP_GT
           : op == RG_OP_GT ? RG_OP_LT
           : op == RG_OP_LE ? RG_OP_GE
           : op == RG_OP_GE ? RG_OP_LE
                            : op;
}

bool cg_simple(cg *g, const ir_expr *e, cg_compare *out)
{
    int64_t value;

    *out = (cg_compare){0};
    if (e->kind == IR_NOT) {
        if (!cg_simple(g, e->left, out))
            return false;
        *out = cg_not(*out);
        return true;
    }
    if (e->kind == IR_VAR && resident(g, e, &out->d))
        return cg_against_constant(RG_OP_NE, 0, out);
    if (e->kind != IR_OP || e->op < RG_OP_EQ || e->op > RG_OP_GE || cg_compares_wide(g, e))
        return false;
    if (cg_constant(e->right, &value) && value < INT64_MAX && resident(g, e->left, &out->d))
        return cg_against_constant(e->op, value, out);
    if (cg_constant(e->left, &value) && value < INT64_MAX && resident(g, e->right, &out->d))
        return cg_against_constant(cg_flipped(e->op), value, out);
    return resident(g, e->left, &out->d) && resident(g, e->right, &out->a)
           && cg_between_registers(e->op, out);
}

size_t cg_branch(cg *g, cg_compare c, bool landing)
{
    rg_instruction in = {
        .op = branch_op[c.cond][c.immediate][landing], .d = c.d, .immediate = c.immediate};

    if (c.immediate)
        in.imm = c.imm;
    else
        in.a = c.a;
    return cg_emit(g, in);
}

size_t cg_jump(cg *g, bool landing)
{
    return cg_emit(g, (rg_instruction){.op = landing ? RG_OP_BRAL : RG_OP_BRAS});
}

bool cg_harmless(const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM || e->kind == IR_WITHIN || e->kind == IR_SELECT)
        return false;
    if (e->kind == IR_OP) {
        const rg_op_info *info = rg_op_lookup(e->op);
        if (!info || info->kind != RG_KIND_INT || info->class == RG_CLASS_DIV)
            return false;
    }
    return cg_harmless(e->left) && cg_harmless(e->right);
}
