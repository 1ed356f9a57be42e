/* window.c: a slice that is passed where it stands. Its header is the two words before its first
 * element. They are put aside, on the stack, as long as the slice has a name. */
#include "cg.h"

static ir_expr *op(cg *g, const ir_stmt *s, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return ir_expr_op(g->scratch, s->loc, code, (ir_expr *)(uintptr_t)a, (ir_expr *)(uintptr_t)b);
}

static bool is_one(const ir_expr *e) { return e->kind == IR_CONST && e->raw == 1; }

static void out_of_memory(cg *g, const ir_stmt *s) { cg_fail(g, s->loc, "R0712", "out of memory"); }

static uint8_t base_of(cg *g, const ir_stmt *s)
{
    ir_expr *e = ir_expr_var(g->scratch, s->loc, s->place.var);

    if (!e) {
        out_of_memory(g, s);
        return 1;
    }
    e->type = RG_TYPE_INT;
    return cg_eval(g, e);
}

/* ---- checks ---- */

static void check(cg *g, const ir_stmt *s, uint8_t base, const ir_expr *index, ir_loc loc,
                  int32_t header)
{
    const uint8_t r = cg_eval(g, index);

    cg_at(g, loc, RG_ROLE_BOUNDS, s->place.var);
    cg_mem(g, RG_OP_CHKB, 0, r, (cg_address){base, cg_imm(header)});
    cg_at(g, s->loc, RG_ROLE_TEMPORARY, NULL);
}

/* The first element and the last one of a range, where there are any. count: the register that
 * holds their number. */
static void check_range(cg *g, const ir_stmt *s, uint8_t base, uint8_t count)
{
    const ir_expr *length = ir_expr_dim(g->scratch, s->loc, s->place.var, 1), *first = s->place.row;
    const ir_expr *end =
        is_one(first) ? s->first
                      : op(g, s, RG_OP_ADD,
                           op(g, s, RG_OP_ADD, first, ir_whole(g->scratch, s->loc, -1)), s->first);
    const ir_expr *last = end ? opt_simplify(g->scratch, (ir_expr *)(uintptr_t)end) : NULL;

    if (!length || !last) {
        out_of_memory(g, s);
        return;
    }
    if (cg_on(g, OPT_RANGES) && is_one(first) && cg_same(g, last, length))
        return;
    const cg_compare none = {.cond = RG_COND_EQ, .d = count, .immediate = true};
    const size_t split = cg_branch(g, none, false), begin = cg_here(g);
    const cg_mark mark = cg_get_mark(g);
    const size_t cached = g->cache_count;
    if (!is_one(first))
        check(g, s, base, first, s->place.loc, 0);
    check(g, s, base, last, s->place.loc, 0);
    const size_t in = cg_here(g);
    cg_mirror(g, begin, in);
    cg_release(g, mark);
    g->cache_count = cached;
    cg_link(g, split, cg_branch(g, none, true));
}

/* ---- where it begins ---- */

/* How far the header is behind that of the whole array; NULL: it is the same. Of a range without
 * elements that is anything between the ends of the array. */
static const ir_expr *distance(cg *g, const ir_stmt *s)
{
    if (s->place.column)
        return cg_column_part(g, s->place.var, s->place.column, s->loc);
    if (is_one(s->place.row))
        return NULL;
    const ir_expr *before = op(g, s, RG_OP_ADD, s->place.row, ir_whole(g->scratch, s->loc, -1));
    const ir_expr *simple = before ? opt_simplify(g->scratch, (ir_expr *)(uintptr_t)before) : NULL;
    const ir_expr *clamped =
        op(g, s, RG_OP_MAX,
           op(g, s, RG_OP_MIN, simple, ir_expr_dim(g->scratch, s->loc, s->place.var, 1)),
           ir_whole(g->scratch, s->loc, 0));

    if (!clamped)
        out_of_memory(g, s);
    return clamped;
}

/* header := address, spare := number of elements; everything else that this took is uncomputed. */
static void find(cg *g, const ir_stmt *s, uint8_t header, uint8_t spare)
{
    const cg_mark mark = cg_get_mark(g);
    const bool checked = !s->place.inbounds && !g->options.no_bounds;

    g->reserve = 6;
    const uint8_t count = cg_eval(g, s->first), base = base_of(g, s);
    if (checked && s->place.column && s->place.var->rank == 2
        && !(cg_on(g, OPT_RANGES) && cg_in_bounds(g, s->place.var, 2, s->place.column)))
        check(g, s, base, s->place.column, s->place.column->loc, -1);
    if (checked && !s->place.column)
        check_range(g, s, base, count);
    g->reserve = 2;
    const ir_expr *to = g->failed ? NULL : distance(g, s);
    const cg_operand far = to ? cg_eval_b(g, to, RG_BK_I) : cg_imm(0);
    g->reserve = 0;
    const size_t end = cg_here(g);
    if (to)
        cg_op(g, RG_OP_ADD, RG_MODE_SET, header, base, far);
    else
        cg_op(g, RG_OP_MOV, RG_MODE_SET, header, 0, cg_reg(base));
    cg_op(g, RG_OP_MOV, RG_MODE_SET, spare, 0, cg_reg(count));
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

void cg_window(cg *g, const ir_stmt *s)
{
    const cg_mark mark = cg_get_mark(g);
    const uint8_t word = cg_temp(g, s->loc);
    cg_target header = cg_target_home(g, s->var->id);

    cg_open(g, &header, s->loc);
    find(g, s, header.reg, word);
    cg_mem(g, RG_OP_EXCH, 0, word, (cg_address){header.reg, cg_imm(0)});
    cg_mem(g, RG_OP_EXCH, 0, word, (cg_address){CG_SP, cg_imm(0)});
    cg_mem(g, RG_OP_EXCH, 0, word, (cg_address){header.reg, cg_imm(-1)});
    cg_mem(g, RG_OP_EXCH, 0, word, (cg_address){CG_SP, cg_imm(1)});
    cg_op(g, RG_OP_MOV, RG_MODE_ADD, CG_SP, 0, cg_imm(2));
    cg_close(g, &header);
    cg_release(g, mark);
}
