/* call.c: calls. The first arguments go to the registers that the callee wants them in
 * (convention.c), the others to the words from sp on, and all come back the same way mirrored. */
#include "cg.h"
#include "compiler/opt/opt_internal.h"

enum { ARG_WORDS = 1000 };

static bool is_register_arg(size_t i) { return i < CG_ARGS; }
static uint8_t arg_register(const cg *g, const ir_stmt *s, size_t i)
{
    return cg_comes_in(g, s->callee, i);
}
static cg_address arg_word(size_t i) { return (cg_address){CG_SP, cg_imm((int32_t)(i - CG_ARGS))}; }

static void reserve(cg *g, uint8_t r) { g->temps &= ~(UINT32_C(1) << r); }

/* The register in which argument i is made; hand_over then puts it where it belongs. */
static uint8_t begin_arg(cg *g, const ir_stmt *s, size_t i, ir_loc loc)
{
    if (!is_register_arg(i))
        return cg_temp(g, loc);
    reserve(g, arg_register(g, s, i));
    return arg_register(g, s, i);
}

static void hand_over(cg *g, size_t i, uint8_t r)
{
    if (is_register_arg(i))
        return;
    cg_mem(g, RG_OP_EXCH, 0, r, arg_word(i));
    cg_free_temp(g, r);
}

static void pass_value(cg *g, const ir_stmt *s, size_t i, const ir_arg *arg)
{
    uint8_t r = begin_arg(g, s, i, arg->loc);

    const ir_var *param = i < s->callee->param_count ? s->callee->vars[i] : NULL;
    if (g->module->wide && param && param->base == RG_TYPE_FIXED && cg_changes(s->callee, param)) {
        cg_r1(g, RG_OP_ALLOC, r); /* a sum begins with a wide word */
        cg_assign(g, r, RG_MODE_ADD, arg->expr);
    } else {
        cg_assign(g, r, RG_MODE_SET, arg->expr);
    }
    hand_over(g, i, r);
}

static void pass_array(cg *g, const ir_stmt *s, size_t i, const ir_arg *arg)
{
    const cg_home *home = cg_home_of(g, arg->array);
    if (home->in_register && is_register_arg(i) && home->reg == arg_register(g, s, i))
        return;
    uint8_t r = begin_arg(g, s, i, arg->loc);

    if (home->in_register)
        cg_op(g, RG_OP_MOV, RG_MODE_SET, r, 0, cg_reg(home->reg));
    else
        cg_mem(g, RG_OP_LD, RG_MODE_SET, r, cg_home_word(g, home));
    hand_over(g, i, r);
}

static void pass_scalar(cg *g, const ir_stmt *s, size_t i, const ir_arg *arg)
{
    const cg_home *home = cg_home_of(g, arg->place.var);

    if (home->in_register && is_register_arg(i) && home->reg == arg_register(g, s, i))
        return;
    if (!home->in_register) {
        uint8_t r = begin_arg(g, s, i, arg->loc);
        cg_mem(g, RG_OP_EXCH, 0, r, cg_home_word(g, home));
        hand_over(g, i, r);
    } else if (is_register_arg(i)) {
        reserve(g, arg_register(g, s, i));
        cg_r2(g, RG_OP_SWAP, arg_register(g, s, i), home->reg);
    } else {
        cg_mem(g, RG_OP_EXCH, 0, home->reg, arg_word(i));
    }
}

/* ---- elements ---- */

/* The index is made in a temporary of its own and kept in the frame during the call, so that the
 * element comes back to where it was and a changed index traps. */
static void pass_with_kept_index(cg *g, uint8_t r, const ir_place *place, unsigned slot)
{
    uint8_t index = cg_temp(g, place->loc);
    cg_mark mark = cg_get_mark(g);
    cg_address address =
        cg_locate(g, place->var, place->row, place->column, place->inbounds, place->loc);
    size_t end = cg_here(g);

    cg_op(g, RG_OP_MOV, RG_MODE_SET, index, 0, address.index);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);

    const cg_home *home = cg_home_of(g, place->var);
    uint8_t base = home->reg;
    if (!home->in_register) {
        base = cg_temp(g, place->loc);
        cg_mem(g, RG_OP_LD, RG_MODE_SET, base, cg_home_word(g, home));
    }
    cg_mem(g, RG_OP_EXCH, 0, r, (cg_address){base, cg_reg(index)});
    if (!home->in_register) {
        cg_mem(g, RG_OP_LD, RG_MODE_UNSET, base, cg_home_word(g, home));
        cg_free_temp(g, base);
    }
    cg_mem(g, RG_OP_EXCH, 0, index, cg_slot(g, slot));
    cg_free_temp(g, index);
}

/* Two elements of one array among the arguments could be one; the second would then come back to
 * the register of the first. */
static bool may_alias(const ir_stmt *s, const ir_place *place)
{
    unsigned elements = 0;

    for (size_t i = 0; i < s->arg_count; i++)
        elements += s->args[i].kind == IR_ARG_PLACE && s->args[i].place.row
                    && s->args[i].place.var == place->var;
    return elements > 1;
}

static void pass_element(cg *g, size_t i, const ir_arg *arg, const ir_stmt *s, unsigned slot)
{
    const ir_place *place = &arg->place;
    uint8_t r = begin_arg(g, s, i, arg->loc);

    if (may_alias(s, place))
        cg_guard_element(g, RG_OP_ALLOC, r);
    if (opt_call_may_change(s, place->row) || opt_call_may_change(s, place->column)) {
        pass_with_kept_index(g, r, place, slot);
    } else {
        cg_mark mark = cg_get_mark(g);
        cg_address address =
            cg_locate(g, place->var, place->row, place->column, place->inbounds, place->loc);
        size_t end = cg_here(g);
        cg_at(g, s->loc, RG_ROLE_CALL, place->var);
        cg_mem(g, RG_OP_EXCH, 0, r, address);
        cg_mirror(g, mark.index, end);
        cg_release(g, mark);
    }
    hand_over(g, i, r);
}

void cg_call(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    unsigned slot = g->call_slot;

    if (s->arg_count > ARG_WORDS) {
        cg_fail(g, s->loc, "R0730", "too many arguments");
        return;
    }
    for (unsigned round = 0; round < 3 && !g->failed;
         round++) /* values, then elements, then what only moves */
        for (size_t i = 0; i < s->arg_count; i++) {
            const ir_arg *arg = &s->args[i];
            bool element = arg->kind == IR_ARG_PLACE && arg->place.row;
            cg_at(g, arg->loc, RG_ROLE_CALL,
                  arg->kind == IR_ARG_PLACE ? arg->place.var : arg->array);
            if (round == 0 && arg->kind == IR_ARG_EXPR)
                pass_value(g, s, i, arg);
            else if (round == 1 && element)
                pass_element(g, i, arg, s, slot++);
            else if (round == 2 && arg->kind == IR_ARG_ARRAY)
                pass_array(g, s, i, arg);
            else if (round == 2 && arg->kind == IR_ARG_PLACE && !element)
                pass_scalar(g, s, i, arg);
        }
    size_t end = cg_here(g);
    cg_at(g, s->loc, RG_ROLE_CALL, NULL);
    cg_add_fix(g, CG_FIX_ROUTINE, s->callee, s->loc);
    cg_emit(g, (rg_instruction){.op = s->inverse ? RG_OP_UNCALL : RG_OP_CALL, .offset = 1});
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}
