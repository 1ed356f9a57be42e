/* targets.c: where what a statement changes is, and how it comes into a register. */
#include "cg.h"

static cg_target home_target(const cg *g, const cg_home *home)
{
    cg_target target = {.memory = !home->in_register, .reg = home->reg};

    if (target.memory)
        target.address = cg_home_word(g, home);
    return target;
}

cg_target cg_target_home(cg *g, size_t home) { return home_target(g, &g->homes[home]); }

cg_target cg_target_of(cg *g, const ir_place *place)
{
    if (!place->row)
        return cg_target_home(g, place->var->id);
    rg_line line = g->line;
    cg_target target = {.memory = true};
    target.address =
        cg_locate(g, place->var, place->row, place->column, place->inbounds, place->loc);
    g->line = line;
    return target;
}

/* Of a register that an element of the statement has been exchanged into, or will be. */
void cg_guard_element(cg *g, unsigned op, uint8_t reg)
{
    const rg_line line = g->line;

    g->line.role = RG_ROLE_SAME;
    cg_r1(g, op, reg);
    g->line = line;
}

void cg_open(cg *g, cg_target *target, ir_loc loc)
{
    if (!target->memory)
        return;
    target->reg = cg_temp(g, loc);
    if (target->guarded)
        cg_guard_element(g, RG_OP_ALLOC, target->reg);
    cg_mem(g, RG_OP_EXCH, 0, target->reg, target->address);
}

void cg_close(cg *g, const cg_target *target)
{
    if (!target->memory)
        return;
    cg_mem(g, RG_OP_EXCH, 0, target->reg, target->address);
    if (target->guarded)
        cg_guard_element(g, RG_OP_FREE, target->reg);
    cg_free_temp(g, target->reg);
}

/* A frame word is 0 before it is set and after it is unset, as the register is: an exchange then
 * would do nothing. */
void cg_assign_home(cg *g, size_t home, enum rg_mode mode, const ir_expr *e, ir_loc loc)
{
    cg_target target = cg_target_home(g, home);

    if (mode == RG_MODE_SET && target.memory)
        target.reg = cg_temp(g, loc);
    else
        cg_open(g, &target, loc);
    cg_assign(g, target.reg, mode, e);
    if (mode == RG_MODE_UNSET && target.memory)
        cg_free_temp(g, target.reg);
    else
        cg_close(g, &target);
}

/* Two memory words might be one: then a temporary comes back with something in it, which the guard
 * traps. */
void cg_guard(cg *g, const ir_stmt *s, cg_target *x, cg_target *y)
{
    bool scalars = !s->place.row && !s->place2.row;

    x->guarded = y->guarded =
        x->memory && y->memory
        && !(cg_on(g, OPT_RANGES)
             && ((scalars && s->place.var != s->place2.var) || cg_apart(g, &s->place, &s->place2)));
}

unsigned cg_need_place(cg *g, const ir_place *p)
{
    return p->row ? cg_need_word(g, p->var, p->row, p->column) : 0;
}

cg_target cg_target_before(cg *g, const ir_place *place, const ir_place *other)
{
    g->reserve = 2 + (other ? cg_need_place(g, other) : 0);
    cg_target target = cg_target_of(g, place);
    g->reserve = 0;
    return target;
}
