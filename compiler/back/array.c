/* array.c: arrays of a routine, on its stack above the frame: columns, rows (the header), then the elements. */
#include "cg.h"

/* Every element is zero before and after; in gradient mode its gradient is dropped on the side where it ends. */
static void check_elements(cg *g, uint8_t header, uint8_t count, ir_loc loc)
{
    uint8_t first = cg_temp(g, loc), counter = cg_temp(g, loc);

    cg_op(g, RG_OP_ADD, RG_MODE_SET, first, header, cg_imm(1));
    size_t top = cg_emit(g, (rg_instruction){.op = RG_OP_FORTOP, .d = counter, .a = count});
    cg_mem(g, RG_OP_ALLOCM, 0, 0, (cg_address){first, cg_reg(counter)});
    cg_link(g, top, cg_emit(g, (rg_instruction){.op = RG_OP_FOREND, .d = counter, .a = count}));
    cg_op(g, RG_OP_ADD, RG_MODE_UNSET, first, header, cg_imm(1));
    cg_free_temp(g, counter);
    cg_free_temp(g, first);
}

/* A size in a register, not negative. */
static uint8_t size_of(cg *g, const ir_expr *e, const ir_stmt *s)
{
    rg_line line = g->line;
    uint8_t r = cg_eval(g, e);

    cg_at(g, s->loc, RG_ROLE_BOUNDS, s->var);
    cg_op(g, RG_OP_ASSERT, (enum rg_mode)RG_COND_GE, r, 0, cg_imm(0));
    g->line = line;
    return r;
}

static void allocate(cg *g, const ir_stmt *s, const ir_expr *columns)
{
    cg_mark mark = cg_get_mark(g);
    rg_line line = g->line;

    g->reserve = 5 + cg_need(g, columns);
    uint8_t rows = size_of(g, s->first, s);
    g->reserve = 5;
    uint8_t width = size_of(g, columns, s), count = cg_temp(g, s->loc);
    g->reserve = 0;
    cg_op(g, RG_OP_MUL, RG_MODE_SET, count, rows, cg_reg(width));
    size_t end = cg_here(g);

    g->line = line;
    cg_target header = cg_target_home(g, s->var->id);
    cg_open(g, &header, s->loc);
    cg_op(g, RG_OP_ADD, RG_MODE_SET, header.reg, CG_SP, cg_imm(1));
    cg_mem(g, RG_OP_ST, RG_MODE_ADD, width, (cg_address){header.reg, cg_imm(-1)});
    cg_mem(g, RG_OP_ST, RG_MODE_ADD, rows, (cg_address){header.reg, cg_imm(0)});
    check_elements(g, header.reg, count, s->loc);
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_reg(count));
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_imm(2));
    cg_close(g, &header);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

void cg_array(cg *g, const ir_stmt *s)
{
    size_t begin = cg_here(g);
    const ir_expr *columns = s->last ? s->last : ir_expr_const(g->scratch, s->loc, RG_TYPE_INT, 1);

    if (!columns) {
        cg_fail(g, s->loc, "R0712", "out of memory");
        return;
    }
    cg_at(g, s->loc, RG_ROLE_ALLOC, s->var);
    allocate(g, s, columns);
    if (s->kind == IR_FREE_ARRAY)
        cg_turn(g, begin);
}
