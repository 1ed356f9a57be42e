/* stream_plan.c: the descriptors of a stream: what each register must hold. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

#include <string.h>

static void out_of_memory(cg *g, ir_loc loc) { cg_fail(g, loc, "R0712", "out of memory"); }

static cg_slot_value value_of(cg *g, const ir_expr *e, ir_loc loc)
{
    int64_t n;

    if (!e)
        out_of_memory(g, loc);
    if (e && cg_constant(e, &n) && n == 0)
        return (cg_slot_value){.kind = CG_SLOT_ZERO};
    return (cg_slot_value){.kind = CG_SLOT_VALUE, .expr = e};
}

/* ---- elements ---- */

/* The address of the element of the first iteration of all loops. */
static const ir_expr *first_address(cg *g, const opt_stream *s, const ir_expr *e)
{
    const ir_var *vars[2] = {s->loop[0]->var, s->loop[1] ? s->loop[1]->var : NULL};
    ir_expr *firsts[2] = {s->loop[0]->first, s->loop[1] ? s->loop[1]->first : NULL};
    ir_expr *base = ir_expr_var(g->scratch, e->loc, e->var),
            *row = opt_put(g->scratch, e->left, vars, firsts);
    ir_expr *column = e->right ? opt_put(g->scratch, e->right, vars, firsts) : NULL;

    if (!base || !row || (e->right && !column))
        return NULL;
    base->type = RG_TYPE_INT;
    const ir_expr *part = column ? cg_column_of_stream(g, e->var, column, e->loc) : NULL;
    ir_expr *start = row->kind == IR_CONST && row->raw == 0
                         ? base
                         : ir_expr_op(g->scratch, e->loc, RG_OP_ADD, base, row);
    return part ? ir_expr_op(g->scratch, e->loc, RG_OP_ADD, start, (ir_expr *)(uintptr_t)part)
                : start;
}

/* What the address grows by from one iteration of the loop to the next. */
static const ir_expr *stride(cg *g, const opt_stream *s, const ir_expr *e, unsigned loop)
{
    ir_module *m = g->scratch;
    ir_expr *step = ir_whole(g->scratch, e->loc, s->step[loop]),
            *by = opt_slope(m, e->left, s->loop[loop]->var);

    if (e->right) {
        ir_expr *columns = opt_slope(m, e->right, s->loop[loop]->var),
                *rows = ir_expr_dim(m, e->loc, e->var, 1);
        int64_t n;
        if (columns && cg_constant(columns, &n))
            by = n == 0 ? by
                        : ir_expr_op(m, e->loc, RG_OP_ADD, by,
                                     ir_expr_op(m, e->loc, RG_OP_MUL, rows, columns));
        else
            by = ir_expr_op(m, e->loc, RG_OP_ADD, by,
                            ir_expr_op(m, e->loc, RG_OP_MUL, columns, rows));
    }
    return opt_op(m, e->loc, RG_OP_MUL, by, step);
}

/* The array that indices in memory lead into. */
static void describe_array(cg *g, unsigned group, const ir_expr *e, cg_stream_plan *plan)
{
    cg_slot_value *slots = plan->slots[group] + (group == CG_STREAM_D ? 5 : 3);
    ir_expr *base = ir_expr_var(g->scratch, e->loc, e->var);

    if (base)
        base->type = RG_TYPE_INT;
    slots[0] = value_of(g, base, e->loc);
    slots[1] = value_of(g, ir_expr_dim(g->scratch, e->loc, e->var, 1), e->loc);
}

/* outer: the single loop is run as the outer one, with one element in each inner loop. */
static void describe(cg *g, const opt_stream *s, unsigned group, const ir_expr *e, bool outer,
                     cg_stream_plan *plan)
{
    cg_slot_value *slots = plan->slots[group];

    plan->used[group] = true;
    if (e->kind != IR_ELEM) {
        unsigned number = group == CG_STREAM_B && plan->scalar[CG_STREAM_A]
                                  && opt_same_expr(plan->scalar[CG_STREAM_A], e)
                              ? CG_STREAM_A
                              : group;
        plan->scalar[group] = e;
        slots[0] = (cg_slot_value){.kind = CG_SLOT_WORD, .number = number};
        slots[1] = s->loop[1] || !outer ? (cg_slot_value){.kind = CG_SLOT_ZERO}
                                        : (cg_slot_value){.kind = CG_SLOT_ANY};
        slots[2] = s->loop[1] || outer ? (cg_slot_value){.kind = CG_SLOT_ZERO}
                                       : (cg_slot_value){.kind = CG_SLOT_ANY};
        return;
    }
    const ir_expr *index = opt_index_of(e->left, e->right);
    if (index) {
        plan->indexed |= (uint8_t)(1u << group);
        describe_array(g, group, e, plan);
        e = index;
    }
    slots[0] = value_of(g, first_address(g, s, e), e->loc);
    if (s->loop[1])
        slots[2] = value_of(g, stride(g, s, e, 1), e->loc);
    if (s->loop[1] || !outer)
        slots[1] = value_of(g, stride(g, s, e, 0), e->loc);
    else
        slots[2] = value_of(g, stride(g, s, e, 0), e->loc);
}

static void describe_all(cg *g, const cg_loop *loop, bool outer, cg_stream_plan *plan)
{
    const opt_stream *s = &loop->stream;
    const ir_place *target = &s->update->place;
    const ir_expr *a = s->a, *b = s->b;
    ir_expr *one = ir_whole(g->scratch, loop->stmt->loc, 1);
    const bool wide = opt_stream_is_wide(s);
    ir_expr *t = wide          ? one
                 : target->row ? ir_expr_elem(g->scratch, target->loc, target->var, target->row,
                                              target->column)
                               : ir_expr_var(g->scratch, target->loc, target->var);
    const rg_operand_kind bk = rg_op_lookup(s->op)->bk;
    const bool numbers = !wide && cg_compares_wide(g, s->update->expr);
    int32_t imm;

    *plan = (cg_stream_plan){.op = s->op, .kinds = numbers ? RG_WIDE_OPERANDS : 0};
    if (!t || !one) {
        out_of_memory(g, loop->stmt->loc);
        return;
    }
    if (b && cg_exchanged(s->op) && cg_immediate(g, a, bk, &imm)) {
        plan->op = cg_exchanged(s->op);
        a = s->b;
        b = s->a;
    }
    if (!b) { /* the only operand of an instruction is its B */
        b = a;
        a = NULL;
    }
    if (wide) /* its counts alone */
        plan->used[CG_STREAM_D] = true;
    else
        describe(g, s, CG_STREAM_D, t, outer, plan);
    if (a)
        describe(g, s, CG_STREAM_A, a, outer, plan);
    plan->immediate = !plan->indexed && !numbers && cg_immediate(g, b, bk, &plan->imm);
    if (!plan->immediate)
        describe(g, s, CG_STREAM_B, b, outer, plan);
    const cg_slot_value rounds = value_of(g, loop->trips, loop->stmt->loc);
    const cg_loop *inner = s->loop[1] ? cg_loop_of(g, s->loop[0]) : NULL;
    plan->slots[CG_STREAM_D][3] = inner   ? value_of(g, inner->trips, inner->stmt->loc)
                                  : outer ? value_of(g, one, loop->stmt->loc)
                                          : rounds;
    plan->slots[CG_STREAM_D][4] = inner || outer ? rounds : value_of(g, one, loop->stmt->loc);
}

void cg_plan_stream(cg *g, const cg_loop *loop, cg_stream_plan *plan)
{
    cg_stream_plan other;

    describe_all(g, loop, false, plan);
    if (loop->stream.loop[1] || g->failed)
        return;
    describe_all(g, loop, true, &other);
    if (!g->failed && cg_cheapest_places(g, &other) < cg_cheapest_places(g, plan))
        *plan = other;
}

bool cg_place_stream(cg *g, cg_stream_plan *plan)
{
    if (g->failed || cg_cheapest_places(g, plan) >= CG_NO_PLACE)
        return false;
    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++)
        for (unsigned i = 0; plan->used[group] && i < cg_descriptor_length(plan, group); i++) {
            const cg_slot_value *v = &plan->slots[group][i];
            const unsigned at = (unsigned)plan->reg[group] + i;
            const uint32_t r = UINT32_C(1) << at;
            if (v->kind == CG_SLOT_ANY)
                continue;
            if (!(plan->own & r) && v->kind == CG_SLOT_VALUE && cg_find(g, v->expr) == at) {
                plan->set |= r;
                continue;
            }
            plan->own |= r & g->temps;
            if (v->kind == CG_SLOT_ZERO)
                plan->set |= r;
        }
    g->temps &= ~plan->own;
    return true;
}

void cg_leave_nothing(cg *g) { memset(g->left, 0, sizeof g->left); }

void cg_leave_stream(cg *g, const cg_stream_plan *plan)
{
    cg_leave_nothing(g);
    for (unsigned group = 0; group < CG_STREAM_GROUPS; group++)
        for (unsigned i = 0; plan->used[group] && i < cg_descriptor_length(plan, group); i++) {
            const unsigned r = (unsigned)plan->reg[group] + i;
            if (plan->slots[group][i].kind == CG_SLOT_VALUE && plan->own >> r & 1)
                g->left[r] = plan->slots[group][i].expr;
        }
}

/* ---- code ---- */

/* The word of a scalar during the stream: its own word of the frame, else one above everything that
 * is in use. */
cg_address cg_scalar_word(cg *g, const cg_stream_plan *plan, unsigned number)
{
    const ir_expr *e = plan->scalar[number];

    if (e->kind == IR_VAR && !cg_home_of(g, e->var)->in_register)
        return cg_home_word(g, cg_home_of(g, e->var));
    return (cg_address){CG_SP, cg_imm((int32_t)((g->still_sp ? g->frame : 0) + number))};
}

void cg_set_slot(cg *g, cg_stream_plan *plan, unsigned group, unsigned slot)
{
    const cg_slot_value *v = &plan->slots[group][slot];
    const uint8_t r = (uint8_t)(plan->reg[group] + slot);

    if (g->failed || !plan->used[group] || v->kind == CG_SLOT_ANY || v->kind == CG_SLOT_ZERO
        || plan->set >> r & 1)
        return;
    plan->set |= UINT32_C(1) << r;
    if (v->kind == CG_SLOT_WORD) {
        cg_address word = cg_scalar_word(g, plan, v->number);
        if (word.index.imm)
            cg_op(g, RG_OP_ADD, RG_MODE_SET, r, word.base, word.index);
        else
            cg_op(g, RG_OP_MOV, RG_MODE_SET, r, 0, cg_reg(word.base));
        return;
    }
    const cg_mark mark = cg_get_mark(g);
    const size_t end = cg_apply(g, r, RG_MODE_SET, v->expr);
    cg_give_back(g, mark, end);
    cg_pin(g, v->expr, r);
}
