/* stmt.c: simple statements. Operands are computed, the target is changed, then the operands are
 * uncomputed: so an element that is read and changed by one statement leaves a temporary dirty and
 * traps. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/own_reads.h"

/* ---- targets ---- */

/* ---- updates ---- */

/* Does the last operation of e read registers only, so that it may run while the target is out of
 * memory? */
static bool in_registers(const ir_expr *e) { return e->kind == IR_OP || e->kind == IR_NOT; }

static ir_expr *unequal(cg *g, const ir_expr *a, const ir_expr *b)
{
    return ir_expr_op(g->scratch, a->loc, RG_OP_NE, (ir_expr *)(uintptr_t)a,
                      (ir_expr *)(uintptr_t)b);
}

/* What must hold for the element that changes not to be the one that is read; NULL: it surely
 * holds. */
static const ir_expr *apart_from(cg *g, const ir_place *p, const ir_expr *read)
{
    if (cg_differ(g, p->row, read->left) || (p->column && cg_columns_differ(g, p, read->right)))
        return NULL;
    if (!p->column || opt_same_expr(p->column, read->right))
        return unequal(g, p->row, read->left);
    if (opt_same_expr(p->row, read->left))
        return unequal(g, p->column, read->right);
    return ir_expr_or(g->scratch, read->loc, unequal(g, p->row, read->left),
                      unequal(g, p->column, read->right));
}

static cg_compare compare_of(cg *g, const ir_expr *e);

/* An element that is changed must not be one that the statement reads, whatever it holds. */
static void check_own_reads(cg *g, const ir_stmt *s)
{
    if (s->no_invcheck)
        return;
    const opt_own_reads r = opt_own_reads_of(s);
    for (size_t i = 0; i < r.count && !g->failed; i++) {
        const ir_expr *apart = apart_from(g, &s->place, r.found[i]);
        if (!apart)
            continue;
        cg_at(g, s->loc, RG_ROLE_OWN, s->place.var);
        const rg_line line = g->line;
        const cg_compare c = compare_of(g, apart);
        g->line = line;
        cg_op(g, RG_OP_ASSERT, (enum rg_mode)c.cond, c.d, 0,
              c.immediate ? cg_imm(c.imm) : cg_reg(c.a));
    }
}

static void update_element(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    bool fused = in_registers(s->expr) || cg_is_float_word(g, s->expr);
    rg_line line = g->line;
    cg_ready ready = {0};
    uint8_t value = 0;

    g->reserve = 1 + cg_need_word(g, s->place.var, s->place.row, s->place.column);
    if (fused)
        ready = cg_prepare(g, s->mode, s->expr);
    else
        value = cg_eval(g, s->expr);
    g->reserve = 1;
    cg_target target = cg_target_of(g, &s->place);
    check_own_reads(g, s);
    size_t end = cg_here(g);
    g->reserve = 0;
    g->line = line;
    if (fused) {
        cg_open(g, &target, s->loc);
        cg_fire(g, target.reg, s->mode, ready);
        cg_close(g, &target);
    } else {
        cg_mem(g, cg_store_op(s->place.var->base), s->mode, value, target.address);
    }
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

/* ---- updates of one element, one behind the other: it is exchanged with a register once ---- */

/* Its operands are uncomputed before the next one begins. */
static void one_update(cg *g, const ir_stmt *s, uint8_t target)
{
    const cg_mark mark = cg_get_mark(g);

    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    const cg_ready ready = cg_prepare(g, s->mode, s->expr);
    const size_t end = cg_here(g);
    cg_fire(g, target, s->mode, ready);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static unsigned need_of(cg *g, const ir_stmt *s, const ir_stmt *last)
{
    unsigned need = 0;

    for (;; s = s->next) {
        const ir_expr *e = s->expr;
        const unsigned own = cg_need(g, e->left) + (e->right ? cg_need(g, e->right) : 0);
        need = own > need ? own : need;
        if (s == last)
            return need;
    }
}

/* The last of the updates that s begins; s where the element would take a register that their
 * operands need. */
static const ir_stmt *last_of_run(cg *g, const ir_stmt *s)
{
    const ir_stmt *last = cg_on(g, OPT_TARGETS) ? opt_last_of_run(s) : s;

    return last != s && cg_temps_left(g) >= need_of(g, s, last) ? last : s;
}

static void update_run(cg *g, const ir_stmt *s, const ir_stmt *last)
{
    const cg_mark mark = cg_get_mark(g);

    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    g->reserve = 1 + need_of(g, s, last);
    cg_target target = cg_target_of(g, &s->place);
    const size_t end = cg_here(g);
    g->reserve = 0;
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    cg_open(g, &target, s->loc);
    for (const ir_stmt *u = s; !g->failed; u = u->next) {
        one_update(g, u, target.reg);
        if (u == last)
            break;
    }
    cg_at(g, last->loc, RG_ROLE_PLAIN, s->place.var);
    cg_close(g, &target);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static bool is_zero(const ir_expr *e) { return !e || (e->kind == IR_CONST && e->raw == 0); }

/* Nothing is added: the indices are checked. */
static void check_element(cg *g, const ir_place *p)
{
    cg_mark mark = cg_get_mark(g);

    cg_check_indices(g, p->var, p->row, p->column, p->inbounds, p->loc);
    cg_mirror(g, mark.index, cg_here(g));
    cg_release(g, mark);
}

/* What is in a register, or an element, is added to a frame word as it is. */
static bool adds_to_frame(const cg *g, const ir_stmt *s)
{
    const cg_home *home = &g->homes[s->place.var->id];

    return opt_is_sum(s) && !home->in_register && !g->module->wide
           && (s->expr->kind == IR_VAR || s->expr->kind == IR_ELEM)
           && s->expr->type == s->place.var->base && s->place.var->base != RG_TYPE_LOG;
}

static void update_frame_word(cg *g, const ir_stmt *s)
{
    const cg_mark mark = cg_get_mark(g);
    const rg_line line = g->line;
    const uint8_t value = cg_eval(g, s->expr);
    const size_t end = cg_here(g);

    g->line = line;
    cg_mem(g, cg_store_op(s->place.var->base), s->mode, value,
           cg_home_word(g, &g->homes[s->place.var->id]));
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static void update(cg *g, const ir_stmt *s)
{
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    if (s->place.row && is_zero(s->expr))
        check_element(g, &s->place);
    else if (s->place.row)
        update_element(g, s);
    else if (adds_to_frame(g, s))
        update_frame_word(g, s);
    else
        cg_assign_home(g, s->place.var->id, s->mode, s->expr, s->loc);
}

static bool erases(const ir_stmt *s) { return s && s->kind == IR_FREE && s->erase; }

/* Erasures in a row, in gradient mode: each value swaps with its gradient, which is 0, and
 * is dropped and billed as a gradient is. Returns the last of them. */
static const ir_stmt *erase(cg *g, const ir_stmt *s)
{
    const rg_instruction mode = {.op = RG_OP_MODE, .immediate = true, .imm = 1};

    cg_at(g, s->loc, RG_ROLE_ERASE, s->var);
    cg_emit(g, mode);
    for (;; s = s->next) {
        const cg_home *home = cg_home_of(g, s->var);
        cg_mark mark = cg_get_mark(g);
        uint8_t r = home->in_register ? home->reg : cg_temp(g, s->loc);
        cg_at(g, s->loc, RG_ROLE_ERASE, s->var);
        if (!home->in_register)
            cg_mem(g, RG_OP_EXCH, 0, r, cg_home_word(g, home));
        cg_r1(g, RG_OP_XGRAD, r);
        cg_r1(g, RG_OP_FREE, r);
        cg_release(g, mark);
        g->alive[s->var->id] = false;
        if (!erases(s->next) || g->failed)
            break;
    }
    cg_emit(g, mode);
    return s;
}

static void take_or_leave(cg *g, const cg_home *home, bool alloc)
{
    if (home->in_register)
        cg_r1(g, alloc ? RG_OP_ALLOC : RG_OP_FREE, home->reg);
    else
        cg_mem(g, alloc ? RG_OP_ALLOCM : RG_OP_FREEM, 0, 0, cg_home_word(g, home));
}

/* A sum begins with a wide word. */
static void add_to_zero(cg *g, const ir_stmt *s, const cg_home *home, bool alloc)
{
    if (alloc)
        take_or_leave(g, home, true);
    cg_assign_home(g, s->var->id, alloc ? RG_MODE_ADD : RG_MODE_SUB, s->expr, s->loc);
    if (!alloc)
        take_or_leave(g, home, false);
}

static void alloc_or_free(cg *g, const ir_stmt *s)
{
    bool alloc = s->kind == IR_ALLOC;
    const cg_home *home = cg_home_of(g, s->var);

    cg_at(g, s->loc, alloc ? RG_ROLE_ALLOC : RG_ROLE_FREE, s->var);
    g->alive[s->var->id] = false;
    if (!is_zero(s->expr) && cg_stays_wide(g, s->var))
        add_to_zero(g, s, home, alloc);
    else if (!is_zero(s->expr))
        cg_assign_home(g, s->var->id, alloc ? RG_MODE_SET : RG_MODE_UNSET, s->expr, s->loc);
    else
        take_or_leave(g, home, alloc);
    g->alive[s->var->id] = alloc;
}

static void leave(cg *g, const ir_stmt *s)
{
    const cg_home *home = cg_home_of(g, s->var);

    cg_at(g, s->loc, RG_ROLE_FRAME, s->var);
    if (home->in_register && !cg_may_stay(g, home->reg))
        cg_mem(g, RG_OP_EXCH, 0, home->reg, cg_home_word(g, home));
    g->alive[s->var->id] = false;
}

/* ---- places changed by themselves ---- */

static void swap_places(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    cg_target x = cg_target_before(g, &s->place, &s->place2),
              y = cg_target_before(g, &s->place2, NULL);
    size_t end = cg_here(g);

    cg_guard(g, s, &x, &y);
    if (x.memory && y.memory) {
        cg_open(g, &x, s->loc);
        cg_mem(g, RG_OP_EXCH, 0, x.reg, y.address);
        cg_close(g, &x);
    } else if (x.memory || y.memory) {
        cg_mem(g, RG_OP_EXCH, 0, x.memory ? y.reg : x.reg, x.memory ? x.address : y.address);
    } else {
        cg_r2(g, RG_OP_SWAP, x.reg, y.reg);
    }
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static void turn(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    rg_line line = g->line;
    uint8_t angle = s->expr ? cg_eval_before(
                        g, s->expr, 3 + cg_need_place(g, &s->place) + cg_need_place(g, &s->place2))
                            : 0;
    cg_target x = cg_target_before(g, &s->place, &s->place2),
              y = cg_target_before(g, &s->place2, NULL);
    size_t end = cg_here(g);

    g->line = line;
    cg_guard(g, s, &x, &y);
    cg_open(g, &x, s->loc);
    cg_open(g, &y, s->loc);
    cg_operand by = cg_reg(angle);
    by.kinds = s->expr && cg_is_float_word(g, s->expr) ? RG_FLOAT_B : 0;
    if (s->expr)
        cg_op(g, s->kind == IR_ROT ? RG_OP_ROT : RG_OP_IROT, 0, x.reg, y.reg, by);
    else
        cg_op(g, s->kind == IR_HADAMARD ? RG_OP_HAD : RG_OP_IHAD, 0, x.reg, y.reg, cg_reg(0));
    cg_close(g, &y);
    cg_close(g, &x);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static void change_one(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->place.var);
    rg_line line = g->line;
    g->reserve = 1 + cg_need_place(g, &s->place);
    cg_operand by = s->expr ? cg_eval_b(g, s->expr, RG_BK_I) : cg_imm(0);
    cg_target x = cg_target_before(g, &s->place, NULL);
    size_t end = cg_here(g);

    g->line = line;
    cg_open(g, &x, s->loc);
    if (s->kind == IR_NEG)
        cg_r1_of(g, RG_OP_NEG, x.reg, s->place.var->base);
    else
        cg_op(g, s->kind == IR_ROL ? RG_OP_ROL : RG_OP_ROR, 0, x.reg, 0, by);
    cg_close(g, &x);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

/* ---- checks and output ---- */

/* The branch that would test e, its operands computed where they are no registers. */
static cg_compare compare_of(cg *g, const ir_expr *e)
{
    cg_compare c;

    if (cg_simple(g, e, &c))
        return c;
    if (cg_on(g, OPT_ANCILLAS) && e->kind == IR_OP && !cg_compares_wide(g, e)
        && (e->op == RG_OP_EQ || e->op == RG_OP_NE || e->op == RG_OP_LT || e->op == RG_OP_GE)) {
        const bool swapped = e->left->kind == IR_CONST && e->right->kind != IR_CONST
                             && (e->op == RG_OP_EQ || e->op == RG_OP_NE);
        const ir_expr *left = swapped ? e->right : e->left, *right = swapped ? e->left : e->right;
        c = (cg_compare){.cond = e->op == RG_OP_EQ   ? RG_COND_EQ
                                 : e->op == RG_OP_NE ? RG_COND_NE
                                 : e->op == RG_OP_LT ? RG_COND_LT
                                                     : RG_COND_GE};
        c.d = cg_eval_before(g, left, cg_need(g, right));
        int64_t value;
        c.immediate = cg_constant(right, &value) && value >= -1024 && value < 1024;
        if (c.immediate)
            c.imm = (int32_t)value;
        else
            c.a = cg_eval(g, right);
        return c;
    }
    return (cg_compare){.cond = RG_COND_NE, .d = cg_eval(g, e), .immediate = true};
}

/* A checked index is at least 1: the check says all. */
static bool is_index_check(const cg *g, const ir_expr *e)
{
    return !g->options.no_bounds && e->kind == IR_OP && e->op == RG_OP_GE
           && e->left->kind == IR_WITHIN && e->right->kind == IR_CONST && e->right->raw <= 1;
}

static void check_index(cg *g, const ir_expr *e)
{
    const cg_mark mark = cg_get_mark(g);

    cg_eval(g, e);
    cg_mirror(g, mark.index, cg_here(g));
    cg_release(g, mark);
}

static uint16_t role_of(const ir_stmt *s)
{
    if (!s->var)
        return RG_ROLE_ASSERT;
    return s->apart ? RG_ROLE_OVERLAP : s->index ? RG_ROLE_BOUNDS : RG_ROLE_SHAPE;
}

static void assert_one(cg *g, const ir_stmt *s, const ir_expr *e)
{
    cg_mark mark = cg_get_mark(g);

    if (cg_on(g, OPT_RANGES) && e->kind == IR_OP && e->op == RG_OP_EQ
        && e->left->type == RG_TYPE_INT && cg_same(g, e->left, e->right))
        return;
    cg_at(g, s->loc, role_of(s), s->var);
    rg_line line = g->line;
    cg_compare c = compare_of(g, e);
    size_t end = cg_here(g);
    g->line = line;
    cg_op(g, RG_OP_ASSERT, (enum rg_mode)c.cond, c.d, 0, c.immediate ? cg_imm(c.imm) : cg_reg(c.a));
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

/* Both sides of && must hold; a right side that can trap is only reached when the left one holds.
 */
static void assert_each(cg *g, const ir_stmt *s, const ir_expr *e)
{
    if (is_index_check(g, e)) {
        check_index(g, e->left);
    } else if (e->kind == IR_AND && cg_on(g, OPT_ANCILLAS) && cg_harmless(e->right)) {
        assert_each(g, s, e->left);
        assert_each(g, s, e->right);
    } else {
        assert_one(g, s, e);
    }
}

static void assertion(cg *g, const ir_stmt *s)
{
    if (!s->no_invcheck)
        assert_each(g, s, s->expr);
}

static void print_value(cg *g, const ir_stmt *s)
{
    cg_mark mark = cg_get_mark(g);
    cg_at(g, s->loc, RG_ROLE_PLAIN, s->expr->var);
    rg_line line = g->line;
    uint8_t r = cg_eval(g, s->expr);
    size_t end = cg_here(g);

    g->line = line;
    if (cg_is_float_word(g, s->expr)) /* as it is shown already */
        cg_r1(g, RG_OP_OUT, r);
    else
        cg_r1_of(g, RG_OP_OUT, r, s->expr->type);
    cg_mirror(g, mark.index, end);
    cg_release(g, mark);
}

static void statement(cg *g, const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE: update(g, s); break;
    case IR_ALLOC:
    case IR_FREE: alloc_or_free(g, s); break;
    case IR_LEAVE: leave(g, s); break;
    case IR_SWAP: swap_places(g, s); break;
    case IR_NEG:
    case IR_ROL:
    case IR_ROR: change_one(g, s); break;
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD: turn(g, s); break;
    case IR_RANDOM:
    case IR_IRANDOM:
    case IR_MULDIV:
    case IR_IMULDIV:
    case IR_MAC:
    case IR_IMAC:
    case IR_READ:
    case IR_BANK: cg_wide(g, s); break;
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY: cg_array(g, s); break;
    case IR_PUSH:
    case IR_POP: cg_push(g, s); break;
    case IR_CALL: cg_call(g, s); break;
    case IR_IF: cg_if(g, s, cg_list); break;
    case IR_WHILE: cg_while(g, s, cg_list); break;
    case IR_FOR: cg_for(g, s, cg_list); break;
    case IR_BLOCK: cg_list(g, s->body); break;
    case IR_ROUTINE:
    case IR_UNROUTINE: cg_routine_block(g, s, cg_list); break;
    case IR_ASSERT: assertion(g, s); break;
    case IR_PRINT: print_value(g, s); break;
    }
}

void cg_list(cg *g, const ir_stmt *list)
{
    const uint32_t outside = g->scope;

    for (const ir_stmt *s = list; s && !g->failed; s = s->next) {
        const ir_stmt *from = s, *last = last_of_run(g, s);
        cg_scope_before(g, s);
        if (erases(s)) {
            s = erase(g, s);
        } else if (last != s) {
            update_run(g, s, last);
            s = last;
        } else {
            statement(g, s);
        }
        for (; from != s; from = from->next)
            cg_scope_after(g, from);
        cg_scope_after(g, s);
    }
    g->scope = g->line.scope = outside;
}
