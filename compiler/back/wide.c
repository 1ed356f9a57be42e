/* wide.c: statements about the accumulator: multiply-divide with its bank, exact sums of products;
 * and the random number generator. */
#include "cg.h"

/* The operands are there from the mark to `end`; what was emitted since then is the statement
 * itself. */
static void finish(cg *g, cg_mark mark, size_t end)
{
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

/* A second operand that stands in the same register as the first is copied: no instruction may name
 * one register twice. */
static uint8_t apart(cg *g, const ir_expr *e, uint8_t r, uint8_t other)
{
    if (r != other)
        return r;
    uint8_t t = cg_temp(g, e->loc);
    cg_op(g, cg_move_op(e->type), RG_MODE_SET, t, 0, cg_reg(r));
    return t;
}

static void muldiv(cg *g, const ir_stmt *s)
{
    bool whole = s->first->type != RG_TYPE_FIXED, undo = s->kind == IR_IMULDIV;
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;
    unsigned room = 2 + cg_need_place(g, &s->place);
    uint8_t factor = cg_eval_before(g, s->first, cg_need(g, s->last) + room);
    uint8_t divisor = apart(g, s->last, cg_eval_before(g, s->last, room), factor);
    cg_target x = cg_target_before(g, &s->place, NULL);
    size_t end = cg_here(g);

    cg_operand by = cg_reg(divisor);
    by.kinds = (cg_is_float_word(g, s->first) ? RG_FLOAT_A : 0u)
               | (cg_is_float_word(g, s->last) ? RG_FLOAT_B : 0u);
    g->line = line;
    cg_open(g, &x, s->loc);
    cg_op(g, RG_OP_MULDIV,
          whole ? (undo ? RG_MODE_UNSET : RG_MODE_SET) : (undo ? RG_MODE_SUB : RG_MODE_ADD), x.reg,
          factor, by);
    cg_close(g, &x);
    finish(g, mark, end);
}

static void mac(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;
    uint8_t a = cg_eval_before(g, s->first, cg_need(g, s->last));
    cg_operand b = cg_eval_b(g, s->last, RG_BK_F);
    cg_mark_constant(g, s->first, s->last, RG_BK_F, &b);
    size_t end = cg_here(g);

    g->line = line;
    cg_op(g, RG_OP_WMAC, s->kind == IR_MAC ? RG_MODE_ADD : RG_MODE_SUB, 0, a, b);
    finish(g, mark, end);
}

/* An instruction with one target and no operands. */
static void change(cg *g, const ir_stmt *s, unsigned op, enum rg_mode mode)
{
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;
    cg_target x = cg_target_before(g, &s->place, NULL);
    size_t end = cg_here(g);

    g->line = line;
    cg_open(g, &x, s->loc);
    cg_op(g, op, mode, x.reg, 0, cg_reg(0));
    cg_close(g, &x);
    finish(g, mark, end);
}

static void bank(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;
    cg_target low = cg_target_before(g, &s->place, &s->place2),
              high = cg_target_before(g, &s->place2, NULL);
    size_t end = cg_here(g);

    g->line = line;
    cg_guard(g, s, &low, &high);
    cg_open(g, &low, s->loc);
    cg_open(g, &high, s->loc);
    cg_r2(g, RG_OP_WXCH, low.reg, high.reg);
    cg_close(g, &high);
    cg_close(g, &low);
    finish(g, mark, end);
}

void cg_wide(cg *g, const ir_stmt *s)
{
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    switch (s->kind) {
    case IR_MULDIV:
    case IR_IMULDIV: muldiv(g, s); break;
    case IR_MAC:
    case IR_IMAC: mac(g, s); break;
    case IR_BANK: bank(g, s); break;
    case IR_READ: change(g, s, RG_OP_WOUT, s->mode); break;
    default: change(g, s, RG_OP_RNG, s->kind == IR_RANDOM ? RG_MODE_ADD : RG_MODE_SUB); break;
    }
}
